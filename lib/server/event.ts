import "server-only";
import { cancellationCalls } from "./event/cancellation-calls";
import { eventCalls } from "./event/event-calls";
import { gateCalls } from "./event/gate-calls";
import { orderCalls } from "./event/order-calls";
import { eventSetUpCalls } from "./event/set-up-calls";
import { ticketCalls } from "./event/ticket-calls";

/** Handlers of the `event.*` calls. */
export const eventHandlers = {
  ...eventCalls,
  ...eventSetUpCalls,
  ...cancellationCalls,
  ...orderCalls,
  ...ticketCalls,
  ...gateCalls,
};
