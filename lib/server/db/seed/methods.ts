import "server-only";
import type { PaymentChannel } from "@/lib/contract/transaction.values";
import type { paymentMethods } from "@/lib/server/db/schema/transaction";
import { STARTER_PAYMENT_METHODS } from "@/lib/server/setup/starter/payment-methods";
import { paymentMethodAuditValues } from "@/lib/server/transaction/payment-methods";
import { demoAdminId } from "./admins";
import type { DemoAuditAction } from "./audit-rows";
import { DAY_MS, HOUR_MS, type SeedClock } from "./clock";
import { seedId } from "./random";

const NAIRA_KOBO = 100;

type DemoMethod = typeof paymentMethods.$inferInsert & { id: string; channel: PaymentChannel };
const makeMethod = (index: number, values: Omit<DemoMethod, "id" | "position">): DemoMethod => ({
  id: seedId("payment method", index),
  position: index + 1,
  ...values,
});

/** Payment methods of the demo data. */
export const DEMO_PAYMENT_METHODS: readonly DemoMethod[] = [
  makeMethod(0, { ...STARTER_PAYMENT_METHODS.card, provider: "simulated" }),
  makeMethod(1, { ...STARTER_PAYMENT_METHODS.bank_transfer, provider: "simulated" }),
  makeMethod(2, { ...STARTER_PAYMENT_METHODS.ussd, provider: "simulated" }),
  makeMethod(3, STARTER_PAYMENT_METHODS.wallet),
  makeMethod(4, {
    code: "qr_pilot",
    name: "QR code (pilot)",
    channel: "bank_transfer",
    provider: "simulated",
    minAmount: 100 * NAIRA_KOBO,
    maxAmount: 50_000 * NAIRA_KOBO,
    feeFlat: 0,
    feeBasisPoints: 75,
    feeCap: 300 * NAIRA_KOBO,
    enabled: false,
  }),
];

/** Returns the audit rows of the payment methods: creation by the owner, lower card fees, end of the pilot. */
export const paymentMethodActions = (clock: SeedClock): DemoAuditAction[] =>
  DEMO_PAYMENT_METHODS.flatMap((each, index) => {
    const currentValues = paymentMethodAuditValues({
      feeFlat: 0,
      feeBasisPoints: 0,
      enabled: true,
      position: index + 1,
      ...each,
      feeCap: each.feeCap ?? null,
    });
    const initialValues = { ...currentValues, enabled: true, ...(each.code === "card" && { percent_fee: "1.75%" }) };
    const record = { type: "payment_method" as const, id: each.id, name: each.name };
    const by = demoAdminId("owner");
    const made = {
      at: clock.ago(120 * DAY_MS - index * HOUR_MS),
      action: "transaction.createMethod",
      record,
      adminId: by,
    };
    const updateAction = {
      at: clock.ago((50 - index) * DAY_MS),
      action: "transaction.updateMethod",
      record,
      adminId: by,
    };
    const isChanged = JSON.stringify(initialValues) !== JSON.stringify(currentValues);
    return [
      { ...made, before: null, after: { code: each.code, ...initialValues } },
      ...(isChanged ? [{ ...updateAction, before: initialValues, after: currentValues }] : []),
    ];
  });
