import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { key } from "./keys";
import { orderMutation } from "./ordering";

export type EventCategoryInput = Parameters<typeof api.event.createCategory>[0];
export type EventCategoryUpdateInput = Parameters<typeof api.event.updateCategory>[0];
export type TicketTypeInput = Parameters<typeof api.event.createTicketType>[0];
export type TicketTypeUpdateInput = Parameters<typeof api.event.updateTicketType>[0];

export const eventCategoriesQuery = () =>
  queryOptions({
    queryKey: key("Event", "categories"),
    queryFn: ({ signal }) => api.event.categories({}, { signal }),
  });

const meta = { invalidates: ["Event", "System-Logs"] as const, quiet: true };

/** `idempotencyKey`: one for each time the form is opened, so that a retry after a lost answer adds one. */
export const createEventCategoryMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (input: EventCategoryInput) => api.event.createCategory(input, { context: { idempotencyKey } }),
    meta,
  });

export const updateEventCategoryMutation = () =>
  mutationOptions({ mutationFn: (input: EventCategoryUpdateInput) => api.event.updateCategory(input), meta });

export const deleteEventCategoryMutation = () =>
  mutationOptions({
    mutationFn: (input: { eventCategoryId: string; version: number }) => api.event.deleteCategory(input),
    meta,
  });

export const orderEventCategoriesMutation = () =>
  orderMutation({
    name: key("Event", "order-categories"),
    queryKey: eventCategoriesQuery().queryKey,
    send: (input: { ids: string[] }) => api.event.orderCategories(input),
    invalidates: meta.invalidates,
  });

export const createTicketTypeMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (input: TicketTypeInput) => api.event.createTicketType(input, { context: { idempotencyKey } }),
    meta,
  });

export const updateTicketTypeMutation = () =>
  mutationOptions({ mutationFn: (input: TicketTypeUpdateInput) => api.event.updateTicketType(input), meta });

export const deleteTicketTypeMutation = () =>
  mutationOptions({
    mutationFn: (input: { eventId: string; ticketTypeId: string; version: number }) =>
      api.event.deleteTicketType(input),
    meta,
  });

export const orderTicketTypesMutation = () =>
  mutationOptions({
    // Several in a row are sent one after the other: the last one is what stays.
    scope: { id: key("Event", "order-ticket-types").join() },
    mutationFn: (input: { eventId: string; ids: string[] }) => api.event.orderTicketTypes(input),
    meta,
  });
