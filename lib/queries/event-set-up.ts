import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { itemsOf } from "./items";
import { key } from "./keys";
import { mutationsOf } from "./mutations";
import { orderMutation } from "./ordering";

export const eventCategoriesQuery = () =>
  queryOptions({
    queryKey: key("Event", "categories"),
    queryFn: async ({ signal }) => itemsOf(await api.event.categories({}, { signal })),
  });

const { changes, creates, meta } = mutationsOf("Event", "System-Logs");

export const createEventCategoryMutation = creates(api.event.createCategory);

export const updateEventCategoryMutation = changes(api.event.updateCategory);

export const deleteEventCategoryMutation = changes(api.event.deleteCategory);

export const orderEventCategoriesMutation = () =>
  orderMutation({
    name: key("Event", "order-categories"),
    queryKey: eventCategoriesQuery().queryKey,
    send: (input: { ids: string[] }) => api.event.orderCategories(input),
    invalidates: meta.invalidates,
  });

export const createTicketTypeMutation = creates(api.event.createTicketType);

export const updateTicketTypeMutation = changes(api.event.updateTicketType);

export const deleteTicketTypeMutation = changes(api.event.deleteTicketType);

export const orderTicketTypesMutation = () =>
  mutationOptions({
    // Sends changes of the order in sequence, so that the order sent last takes effect.
    scope: { id: key("Event", "order-ticket-types").join() },
    mutationFn: (input: { eventId: string; ids: string[] }) => api.event.orderTicketTypes(input),
    meta,
  });
