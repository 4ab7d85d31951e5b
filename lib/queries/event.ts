import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import type { ExportFormat } from "@/lib/contract/exports.values";
import { withoutPaging } from "./exports";
import { queryKeyOf } from "./keys";
import { mutationsInvalidating } from "./mutations";

export type EventListInput = Parameters<typeof api.event.list>[0];
export type CancelEventInput = Parameters<typeof api.event.cancel>[0];
type EventOverviewPeriod = Parameters<typeof api.event.overview>[0];
type CalendarInput = Parameters<typeof api.event.calendar>[0];
type StepsInput = Parameters<typeof api.event.cancellationSteps>[0];

export const eventOverviewQuery = (period: EventOverviewPeriod) =>
  queryOptions({
    queryKey: queryKeyOf("Event", "overview", period),
    queryFn: ({ signal }) => api.event.overview(period, { signal }),
    placeholderData: keepPreviousData,
  });

export const eventListQuery = (input: EventListInput) =>
  queryOptions({
    queryKey: queryKeyOf("Event", "list", input),
    queryFn: ({ signal }) => api.event.list(input, { signal }),
    placeholderData: keepPreviousData,
  });

export const eventCalendarQuery = (input: CalendarInput) =>
  queryOptions({
    queryKey: queryKeyOf("Event", "calendar", input),
    queryFn: ({ signal }) => api.event.calendar(input, { signal }),
  });

export const eventQuery = (eventId: string) =>
  queryOptions({
    queryKey: queryKeyOf("Event", "single", eventId),
    queryFn: ({ signal }) => api.event.single({ eventId }, { signal }),
  });

/** Reads sales and check-ins of one event. */
export const eventFiguresQuery = (eventId: string) =>
  queryOptions({
    queryKey: queryKeyOf("Event", "figures", eventId),
    queryFn: ({ signal }) => api.event.figures({ eventId }, { signal }),
  });

/** Reads the preview of an event's cancellation, or the progress of its refunds. */
export const eventCancellationQuery = (eventId: string) =>
  queryOptions({
    queryKey: queryKeyOf("Event", "cancellation", eventId),
    queryFn: ({ signal }) => api.event.cancellation({ eventId }, { signal }),
  });

/** Reads the orders of a cancelled event with the state of their refunds. */
export const cancellationStepsQuery = (input: StepsInput) =>
  queryOptions({
    queryKey: queryKeyOf("Event", "cancellation-steps", input),
    queryFn: ({ signal }) => api.event.cancellationSteps(input, { signal }),
    placeholderData: keepPreviousData,
  });

const { changes, creates, meta } = mutationsInvalidating("Event", "System-Logs");

export const createEventMutation = creates(api.event.create);

export const updateEventMutation = changes(api.event.update);

export const removeEventMutation = changes(api.event.remove);

export const duplicateEventMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (eventId: string) => api.event.duplicate({ eventId }, { context: { idempotencyKey } }),
    meta,
  });

/** Publishes a draft event, so that its tickets go on sale. */
export const goLiveMutation = changes(api.event.goLive);

/** `idempotencyKey`: a new key for each opened dialog, so that a retry after a lost response cancels only once. */
export const cancelEventMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (input: CancelEventInput) => api.event.cancel(input, { context: { idempotencyKey } }),
    meta: {
      invalidates: ["Event", "Transaction", "System-Wallet", "User", "Overview", "RP", "System-Logs"] as const,
      quiet: true,
    },
  });

/** Retries the refund of one order of a cancelled event. */
export const retryCancellationStepMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (input: { eventId: string; orderId: string }) =>
      api.event.retryCancellationStep(input, { context: { idempotencyKey } }),
    meta: {
      invalidates: ["Event", "Transaction", "System-Wallet", "User", "Overview", "System-Logs"] as const,
      quiet: true,
    },
  });

export const exportEvents = (input: EventListInput, format: ExportFormat) =>
  api.event.export({ ...withoutPaging(input), format });
