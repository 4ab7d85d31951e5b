import "server-only";
import { api, apiWithAfterCommit } from "@/lib/server/api/pipeline";
import { cancelOrder } from "./cancel-order";
import { startOrderPaymentAfterCommit } from "./complete-order";
import { readOrderForApp } from "./order-single";
import { payOrder } from "./pay-order";
import { placeOrder } from "./place-order";

const { event: calls } = api;

/** Handlers of the calls with which citizens order and pay tickets. */
export const orderHandlers = {
  placeOrder: calls.placeOrder.handler(({ input, context }) => placeOrder(context, input)),
  orderForApp: calls.orderForApp.handler(({ input, context }) => readOrderForApp(context, input)),
  payOrder: apiWithAfterCommit(startOrderPaymentAfterCommit).event.payOrder.handler(({ input, context }) =>
    payOrder(context, input),
  ),
  cancelOrder: calls.cancelOrder.handler(({ input, context }) => cancelOrder(context, input)),
};
