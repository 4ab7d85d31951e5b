import "server-only";
import type { InputOf } from "@/lib/contract/common";
import type { eventCalls as contract } from "@/lib/contract/event";
import type { OwnOrder } from "@/lib/contract/event.app";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { lockOwnOrder, orderItemsOf, orderStateOf, setOrderState } from "./change-order";
import { readOrderDetails } from "./order-single";
import { lockEvent, orderRecordRef } from "./record";
import { releaseSeats } from "./seats";

type CancelOrderInput = InputOf<typeof contract.cancelOrder>;

const NOT_RESERVED_MESSAGES = {
  paid: "This order is paid, so it can't be cancelled.",
  expired: "The time to pay this order is over, and its seats are free again: there is nothing to cancel.",
  failed: "The payment of this order failed, and its seats are free again: there is nothing to cancel.",
  cancelled: "This order is cancelled already.",
} as const;

/** Cancels an unpaid order and frees its seats. @throws 404; 409 with the current order if ended or being paid */
export async function cancelOrder({ tx, citizen, audit }: WriteContext, input: CancelOrderInput): Promise<OwnOrder> {
  await citizen(input.user_id);
  const order = await lockOwnOrder(tx, input);
  const state = orderStateOf(order);
  const current = () => readOrderDetails(tx, order.id);
  if (state !== "reserved") throw refuse.conflict(NOT_RESERVED_MESSAGES[state], await current());
  // If a reserved order has a transaction, its payment is pending, because a completed payment changes the order's state.
  if (order.transactionId)
    throw refuse.conflict("A payment is in progress. Wait until it has succeeded or failed.", await current());
  await lockEvent(tx, order.eventId);
  const cancelled = await setOrderState(tx, order, "cancelled");
  await releaseSeats(tx, order.eventId, await orderItemsOf(tx, order.id));
  audit({ record: orderRecordRef(order), before: { state }, after: { state: cancelled.state } });
  return current();
}
