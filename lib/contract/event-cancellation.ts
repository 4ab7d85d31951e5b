import { z } from "zod";
import { declare, id, instant, line, listInput, listOf, personRef, text, version } from "./common";
import { eventRoutes as routes } from "./event.routes";
import { CANCELLATION_LIST, CANCELLATION_STEP_STATES, EVENT_REASON_MAX, EVENT_TITLE_MAX } from "./event.values";

const cancellation = z.object({
  /** Tickets that hold a seat, and how many of them are checked in. */
  tickets: z.int(),
  checked_in: z.int(),
  free: z.int(),
  /** Kobo that goes back, checked-in tickets apart, and theirs. */
  amount: z.int(),
  checked_in_amount: z.int(),
  /** Who is told: buyers and holders, each once. */
  people: z.int(),
  /** Orders that hold seats and are not paid. */
  reserved: z.int(),
  /** Kobo; what is refunded above it a second admin approves. */
  refund_limit: z.int(),
  /** Whether a second admin has to approve, also if those who were let in are refunded. */
  needs_approval: z.object({ valid: z.boolean(), with_checked_in: z.boolean() }),
  /** null before it is cancelled. */
  progress: z
    .object({
      orders: z.int(),
      pending: z.int(),
      done: z.int(),
      failed: z.int(),
      refunded_amount: z.int(),
      started_at: instant,
      /** When nothing was pending any more; null before. */
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
  /** Kobo. */
  amount: z.int(),
  state: z.enum(CANCELLATION_STEP_STATES),
  /** Why it failed. */
  problem: z.string().nullable(),
  tries: z.int(),
  updated_at: instant,
});
export type CancellationStep = z.infer<typeof cancellationStep>;

export const eventCancel = z.strictObject({
  eventId: id,
  version,
  /** The title, typed. */
  title: line(EVENT_TITLE_MAX),
  reason: text(EVENT_REASON_MAX, 3),
  /** Whether those who were let in get their money back as well. */
  include_checked_in: z.boolean(),
  /** What the form showed; when that has changed, it is refused. */
  tickets: z.int().min(0),
  amount: z.int().min(0),
});

/** What cancelling would do, and how far it has come. */
export const eventCancellation = {
  cancellation: declare(routes.cancellation, {
    summary: "What cancelling would do, or how far it has come",
    input: z.strictObject({ eventId: id }),
    output: cancellation,
  }),
  cancellationSteps: declare(routes.cancellationSteps, {
    summary: "The orders of a cancelled event",
    input: listInput(CANCELLATION_LIST).extend({ eventId: id }),
    output: listOf(cancellationStep),
  }),
  retryCancellationStep: declare(routes.retryCancellationStep, {
    summary: "Try again to refund one order of a cancelled event",
    done: "Tried a refund of a cancelled event again",
    input: z.strictObject({ eventId: id, orderId: id }),
    output: cancellationStep,
  }),
};
