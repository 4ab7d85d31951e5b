import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { itemsOfResponse } from "./items";
import { queryKeyOf } from "./keys";
import { mutationsInvalidating } from "./mutations";
import { orderMutation } from "./ordering";

export const eventCategoriesQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("Event", "categories"),
    queryFn: async ({ signal }) => itemsOfResponse(await api.event.categories({}, { signal })),
  });

const { changes, creates, meta } = mutationsInvalidating("Event", "System-Logs");

export const createEventCategoryMutation = creates(api.event.createCategory);

export const updateEventCategoryMutation = changes(api.event.updateCategory);

export const deleteEventCategoryMutation = changes(api.event.deleteCategory);

export const orderEventCategoriesMutation = () =>
  orderMutation({
    name: queryKeyOf("Event", "order-categories"),
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
    scope: { id: queryKeyOf("Event", "order-ticket-types").join() },
    mutationFn: (input: { eventId: string; ids: string[] }) => api.event.orderTicketTypes(input),
    meta,
  });
