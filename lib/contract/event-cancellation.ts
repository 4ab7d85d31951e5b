import { z } from "zod";
import { endpoint, id, instant, listInput, oneLine, pageOf, personRef, text, version } from "./common";
import { eventRoutes as routes } from "./event.routes";
import { CANCELLATION_STEP_LIST, CANCELLATION_STEP_STATES, EVENT_REASON_MAX, EVENT_TITLE_MAX } from "./event.values";

const cancellation = z.object({
  /** `tickets`: tickets that occupy a seat. `checked_in`: how many of those are checked in. */
  tickets: z.int(),
  checked_in: z.int(),
  free: z.int(),
  /** Kobo to refund: for tickets that are not checked in, and for checked-in ones. */
  amount: z.int(),
  checked_in_amount: z.int(),
  /** Buyers and holders to notify, each counted once. */
  people: z.int(),
  /** Number of unpaid orders that reserve seats. */
  reserved: z.int(),
  /** Limit in kobo above which refunds need a second admin. */
  refund_limit: z.int(),
  /** True if a second admin must approve the refunds of valid tickets (`valid`), or also of checked-in ones (`with_checked_in`). */
  needs_approval: z.object({ valid: z.boolean(), with_checked_in: z.boolean() }),
  /** Progress of the refunds; null before the cancellation. */
  progress: z
    .object({
      orders: z.int(),
      pending: z.int(),
      done: z.int(),
      failed: z.int(),
      refunded_amount: z.int(),
      started_at: instant,
      /** Time at which the last order was refunded, or its refund failed; null until then. */
      ended_at: instant.nullable(),
    })
    .nullable(),
});
export type EventCancellation = z.infer<typeof cancellation>;

const cancellationStep = z.object({
  order: z.object({ id: z.string(), reference: z.string() }),
  buyer: personRef,
  transaction: z.object({ id: z.string(), reference: z.string() }).nullable(),
  tickets: z.int(),
  /** Amount to refund in kobo. */
  amount: z.int(),
  state: z.enum(CANCELLATION_STEP_STATES),
  /** Error message of a failed refund. */
  problem: z.string().nullable(),
  tries: z.int(),
  updated_at: instant,
});
/** Refund of one order of a cancelled event. */
export type CancellationStep = z.infer<typeof cancellationStep>;

/** Input that cancels an event. */
export const eventCancelInput = z.strictObject({
  eventId: id,
  version,
  /** The event's title, typed by the admin as a confirmation. */
  title: oneLine(EVENT_TITLE_MAX),
  reason: text(EVENT_REASON_MAX, 3),
  /** True to refund checked-in tickets too. */
  include_checked_in: z.boolean(),
  /** Numbers that the cancellation form showed. If either has changed since, the API refuses the cancellation. */
  tickets: z.int().min(0),
  amount: z.int().min(0),
});

/** Calls for the preview and the progress of an event's cancellation. */
export const eventCancellationCalls = {
  cancellation: endpoint(routes.cancellation, {
    summary: "Effect of cancelling an event, or the progress of its cancellation",
    input: z.strictObject({ eventId: id }),
    output: cancellation,
  }),
  cancellationSteps: endpoint(routes.cancellationSteps, {
    summary: "The orders of a cancelled event",
    input: listInput(CANCELLATION_STEP_LIST).extend({ eventId: id }),
    output: pageOf(cancellationStep),
  }),
  retryCancellationStep: endpoint(routes.retryCancellationStep, {
    summary: "Try again to refund one order of a cancelled event",
    done: "Tried a refund of a cancelled event again",
    input: z.strictObject({ eventId: id, orderId: id }),
    output: cancellationStep,
  }),
};
