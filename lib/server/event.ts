import "server-only";
import { cancellationHandlers } from "./event/cancellation-calls";
import { eventManagementHandlers } from "./event/event-calls";
import { gateHandlers } from "./event/gate-calls";
import { orderHandlers } from "./event/order-calls";
import { eventSetUpHandlers } from "./event/set-up-calls";
import { ticketHandlers } from "./event/ticket-calls";

/** Handlers of the `event.*` calls. */
export const eventHandlers = {
  ...eventManagementHandlers,
  ...eventSetUpHandlers,
  ...cancellationHandlers,
  ...orderHandlers,
  ...ticketHandlers,
  ...gateHandlers,
};
