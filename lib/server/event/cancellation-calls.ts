import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { cancelEvent } from "./cancel-event";
import { listRefundSteps, retryRefundStep } from "./list-refund-steps";
import { readEventCancellation } from "./read-cancellation";

const { event: calls } = api;

/** Handlers of the calls that cancel an event and refund its orders. */
export const cancellationHandlers = {
  cancellation: calls.cancellation.handler(({ input, context: { db } }) => readEventCancellation(db, input.eventId)),
  cancel: calls.cancel.handler(({ input, context }) => cancelEvent(context, input)),
  cancellationSteps: calls.cancellationSteps.handler(({ input, context: { db } }) => listRefundSteps(db, input)),
  retryCancellationStep: calls.retryCancellationStep.handler(({ input, context }) => retryRefundStep(context, input)),
};
