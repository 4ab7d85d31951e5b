import { v7 as uuid } from "uuid";
import type { PaymentChannel, TransactionState } from "@/lib/contract/transaction.values";
import { revenueHeads, taxPayments } from "@/lib/server/db/schema/revenue-heads";
import { transactions } from "@/lib/server/db/schema/transaction";
import { makeUser, type TestApp } from "./app";

type NewHead = Partial<typeof revenueHeads.$inferInsert> & { code: string };

/** Inserts a revenue head that applies from 1 January 2020 on, with a bank account. */
export async function makeRevenueHead(app: TestApp, values: NewHead) {
  const [head] = await app.db
    .insert(revenueHeads)
    .values({
      id: uuid(),
      startsOn: "2020-01-01",
      name: `Head ${values.code}`,
      ministry: "Internal Revenue Service",
      bankName: "Zenith Bank",
      accountNumber: "1012345678",
      ...values,
    })
    .returning();
  if (!head) throw new Error("No head was stored.");
  return head;
}

type NewTax = {
  type?: "tax_and_levy" | "bill_payment";
  headId?: string;
  amount?: number;
  refunded?: number;
  state?: TransactionState;
  channel?: PaymentChannel;
  completedAt?: Date;
  lga?: "Calabar Municipal" | "Ikom" | "Ogoja";
};

/** Inserts a payment of a tax or levy, or of another type, by a new citizen, without ledger postings. */
export async function makeTaxPayment(app: TestApp, tax: NewTax = {}) {
  const { headId, amount = 100_000, refunded = 0, state = "succeeded", channel = "card", lga = "Ikom" } = tax;
  const { type = "tax_and_levy", completedAt = new Date() } = tax;
  const user = await makeUser(app, { lga });
  const id = uuid();
  await app.db.insert(transactions).values({
    ...{ id, userId: user.id, type, amount, state, channel, refundedAmount: refunded },
    reference: `TRX-${id.slice(-12).toUpperCase()}`,
    createdAt: completedAt,
    completedAt,
  });
  if (headId) await app.db.insert(taxPayments).values({ transactionId: id, revenueHeadId: headId, lga });
  return { id, user };
}
