import { sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { paymentMethods } from "@/lib/server/db/schema/transaction";
import { receiveWebhook } from "@/lib/server/transaction/receive-webhook";
import { signSimulatedWebhook } from "@/lib/server/transaction/simulated-provider";
import type { TestApp } from "./app";
import type { makeEvent } from "./events";

type MadeEvent = Awaited<ReturnType<typeof makeEvent>>;
type Person = { id: string };

/** Creates payment methods by code: `wallet` and `card` with a fee of ₦5, `ussd` without a fee, and the disabled `off`. */
export async function makePaymentMethods(app: TestApp) {
  const rules = { minAmount: 10_000, maxAmount: 100_000_000, provider: "simulated" } as const;
  await app.db.insert(paymentMethods).values([
    { ...rules, id: uuid(), code: "wallet", name: "Wallet", channel: "wallet", provider: "ledger", feeFlat: 500 },
    { ...rules, id: uuid(), code: "card", name: "Card", channel: "card", feeFlat: 500 },
    { ...rules, id: uuid(), code: "ussd", name: "USSD", channel: "ussd" },
    { ...rules, id: uuid(), code: "off", name: "Transfer", channel: "bank_transfer", enabled: false },
  ]);
}

/** Returns functions that call the citizen app's API for orders of one event. Quantities are in the order of the ticket types. */
export function orderCallsOf(app: TestApp, { event, types }: MadeEvent) {
  const orderPath = (orderId: string) => `/events/${event.id}/orders/${orderId}`;
  return {
    place: (user: Person, quantities: number[] = [1], headers: Record<string, string> = {}) => {
      const items = types.map(({ id }, index) => ({ ticket_type_id: id, quantity: quantities[index] ?? 0 }));
      const body = { user_id: user.id, items: items.filter(({ quantity }) => quantity > 0) };
      return app.callAsApp("POST", `/events/${event.id}/orders`, { body, headers });
    },
    pay: (user: Person, orderId: string, method = "wallet", headers: Record<string, string> = {}) =>
      app.callAsApp("POST", `${orderPath(orderId)}/payment`, { body: { user_id: user.id, method }, headers }),
    cancel: (user: Person, orderId: string) =>
      app.callAsApp("POST", `${orderPath(orderId)}/cancellation`, { body: { user_id: user.id } }),
    read: (user: Person, orderId: string) => app.callAsApp("GET", `${orderPath(orderId)}?user_id=${user.id}`),
  };
}

/** Makes an order expired. Disables the trigger that forbids this change of an order. */
export const expireOrder = (app: TestApp, orderId: string) =>
  app.db.transaction(async (tx) => {
    await tx.execute(sql`alter table event_orders disable trigger event_orders_guard`);
    await tx.execute(sql`update event_orders set expires_at = now() - interval '1 second' where id = ${orderId}`);
    await tx.execute(sql`alter table event_orders enable trigger event_orders_guard`);
  });

type ReportedState = "processing" | "succeeded" | "failed" | "expired";

/** Sends a signed report of a payment by the simulated provider. */
export function sendSimulatedPaymentReport(
  reference: string,
  state: ReportedState,
  eventId = uuid(),
): Promise<Response> {
  const { raw, signature } = signSimulatedWebhook({
    eventId,
    reference,
    state,
    providerReference: "SIM-1",
    message: "Told",
  });
  const headers = { "x-payment-signature": signature };
  return receiveWebhook("simulated", new Request("http://test/", { method: "POST", body: raw, headers }));
}
