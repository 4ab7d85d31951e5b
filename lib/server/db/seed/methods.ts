import "server-only";
import type { Channel } from "@/lib/contract/transaction.values";
import type { paymentMethods } from "@/lib/server/db/schema/transaction";
import { STARTER_METHODS } from "@/lib/server/setup/starter/payment-methods";
import { keptOfMethod } from "@/lib/server/transaction/payment-methods";
import { adminId } from "./admins";
import { type Clock, DAY, HOUR } from "./clock";
import { idOf } from "./random";
import type { PastAction } from "./trail";

const NAIRA = 100;

type Method = typeof paymentMethods.$inferInsert & { id: string; channel: Channel };
const method = (index: number, values: Omit<Method, "id" | "position">): Method => ({
  id: idOf("payment method", index),
  position: index + 1,
  ...values,
});

export const METHODS: readonly Method[] = [
  method(0, { ...STARTER_METHODS.card, provider: "simulated" }),
  method(1, { ...STARTER_METHODS.bank_transfer, provider: "simulated" }),
  method(2, { ...STARTER_METHODS.ussd, provider: "simulated" }),
  method(3, STARTER_METHODS.wallet),
  method(4, {
    code: "qr_pilot",
    name: "QR code (pilot)",
    channel: "bank_transfer",
    provider: "simulated",
    minAmount: 100 * NAIRA,
    maxAmount: 50_000 * NAIRA,
    feeFlat: 0,
    feeBasisPoints: 75,
    feeCap: 300 * NAIRA,
    enabled: false,
  }),
];

/** Returns their audit rows: all changed by the owner, card fees lowered later, and the pilot ended. */
export const methodActions = (clock: Clock): PastAction[] =>
  METHODS.flatMap((each, index) => {
    const now = keptOfMethod({
      feeFlat: 0,
      feeBasisPoints: 0,
      enabled: true,
      position: index + 1,
      ...each,
      feeCap: each.feeCap ?? null,
    });
    const first = { ...now, enabled: true, ...(each.code === "card" && { percent_fee: "1.75%" }) };
    const record = { type: "payment_method" as const, id: each.id, name: each.name };
    const by = adminId("owner");
    const made = { at: clock.ago(120 * DAY - index * HOUR), action: "transaction.createMethod", record, adminId: by };
    const changed = { at: clock.ago((50 - index) * DAY), action: "transaction.updateMethod", record, adminId: by };
    const isChanged = JSON.stringify(first) !== JSON.stringify(now);
    return [
      { ...made, before: null, after: { code: each.code, ...first } },
      ...(isChanged ? [{ ...changed, before: first, after: now }] : []),
    ];
  });
