import "server-only";
import { sql } from "drizzle-orm";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import {
  calculateFee,
  type PaymentChannel,
  type TransactionState,
  type TransactionType,
} from "@/lib/contract/transaction.values";
import { formatMoney } from "@/lib/format";
import { fullName } from "@/lib/server/api/context";
import { encrypt } from "@/lib/server/base/secret";
import type { Transaction } from "@/lib/server/db/client";
import { paymentMethods, withdrawals } from "@/lib/server/db/schema/transaction";
import { TRANSACTION_RECORD_TYPE } from "@/lib/server/transaction/change-transaction";
import { paymentPostings, providerAmount, refundPostings, suspensePostings } from "@/lib/server/transaction/postings";
import type { PaymentKind } from "@/lib/server/transaction/provider";
import { requestedByMessage } from "@/lib/server/transaction/refund";
import { simulatedOutcomeOf } from "@/lib/server/transaction/simulated-provider";
import { simulatedProviderReference } from "@/lib/server/transaction/simulated-reference";
import { demoAdminId, demoAdminName } from "./admins";
import { DAY_MS, HOUR_MS, MINUTE_MS, type SeedClock } from "./clock";
import { inChunks, type PastLedgerEntry } from "./ledger";
import { DEMO_PAYMENT_METHODS } from "./methods";
import type { DemoCitizen } from "./people";
import { assertDefined, createRandom, type SeedRandom, seedId } from "./random";

const PAYMENT_COUNT = 4_000;
const PERIOD_MS = 94 * DAY_MS;
const NAIRA = 100;

/** A demo payment or refund. Amounts are in kobo. */
export type PastPayment = {
  id: string;
  reference: string;
  userId: string;
  counterpartyId: string | null;
  type: TransactionType;
  channel: PaymentChannel;
  methodId: string | null;
  amount: number;
  fee: number;
  /** Discount or cashback of a promotion; undefined without one. */
  discount?: number;
  cashback?: number;
  state: TransactionState;
  refundedAmount: number;
  refundOf: string | null;
  providerReference: string | null;
  cardLast4: string | null;
  description: string;
  failureReason: string | null;
  createdAt: Date;
  completedAt: Date | null;
};
type Event = { transactionId: string; at: Date; kind: string; from: string | null; to: string | null; message: string };
/** Rows to insert for payments, with their events and ledger entries. */
export type DemoPaymentRows = { rows: PastPayment[]; events: Event[]; entries: PastLedgerEntry[] };

const PAYMENT_DESCRIPTIONS: Record<TransactionType, readonly string[]> = {
  wallet_funding: ["Wallet funding"],
  transfer: ["Transfer to another user"],
  bill_payment: ["Electricity, PHED prepaid meter", "Water bill, CRSWB", "Cable television", "Mobile data"],
  tax_and_levy: ["Market stall levy", "Tenement rate", "Business premises levy", "Vehicle licence"],
  ticket: ["Carnival Calabar, regular ticket", "Obudu mountain race, entry", "Tinapa concert, ticket"],
  grant_payout: ["Payout of a grant"],
  withdrawal: ["Withdrawal to a bank account"],
  refund: ["Refund"],
};
const EXTERNAL_CHANNELS: readonly PaymentChannel[] = ["card", "bank_transfer", "ussd"];
/** Reasons of failed demo payments. */
export const PAYMENT_FAILURE_REASONS = [
  "Declined by the bank: insufficient funds",
  "Card expired",
  "The bank did not answer",
  "Wrong PIN",
];

/** Builds three months of citizens' payments with their ledger entries. No wallet pays more than its balance. */
export function buildTransactions(clock: SeedClock, people: readonly DemoCitizen[]) {
  const rows: PastPayment[] = [];
  const events: Event[] = [];
  const entries: PastLedgerEntry[] = [];
  const accounts: BankAccount[] = [];
  const wallets = new Map<string, number>();
  const payers = people.filter(({ status, tier }) => status === "active" && tier > 0);
  const paymentTimes = Array.from({ length: PAYMENT_COUNT }, (_, index) => {
    const random = createRandom(`transaction time ${index}`);
    const fraction = 1 - (index + random.next()) / PAYMENT_COUNT;
    return clock.ago(2 * MINUTE_MS + PERIOD_MS * fraction ** 1.15);
  }).sort((a, b) => a.getTime() - b.getTime());

  let joinedCount = 0;
  for (const [index, at] of paymentTimes.entries()) {
    const random = createRandom(`transaction ${index}`);
    // The accounts are sorted by age: at the time of this payment, the first `joinedCount` citizens had joined.
    while (joinedCount < payers.length && (payers[joinedCount]?.joinedAt ?? at) < at) joinedCount++;
    const randomPayer = () => assertDefined(payers[random.whole(0, joinedCount - 1)]);
    const payer = randomPayer();
    const row = newPayment(random, index, at, payer.id, randomPayer().id, wallets.get(payer.id) ?? 0);
    // Excludes withdrawals, because a pending withdrawal would need a payout order at the provider.
    if (PAYMENT_COUNT - index <= 12 && row.channel !== "wallet" && row.type !== "withdrawal")
      Object.assign(row, unfinishedPaymentValues(random));
    rows.push(row);
    events.push({
      transactionId: row.id,
      at,
      kind: "attempt",
      from: null,
      to: null,
      message: "Sent to the payment provider",
    });
    if (row.state === "pending") continue;
    const to = row.state === "disputed" || row.state === "won" || row.state === "lost" ? "succeeded" : row.state;
    events.push({
      transactionId: row.id,
      at: row.completedAt ?? at,
      kind: "webhook",
      from: "pending",
      to,
      message: row.failureReason ?? "Approved",
    });
    if (row.completedAt && !row.failureReason) bookPayment(row, row.completedAt, entries, wallets);
    if (row.state === "expired" && index % EXPIRED_PER_LATE_PAYMENT === 0) bookLatePayment(row, { events, entries });
    if (row.type === "withdrawal") accounts.push(createBankAccount(random, row, payer));
    if (row.completedAt) addRefundsAndDisputes(random, index, row, { rows, events, entries });
  }
  return { methods: DEMO_PAYMENT_METHODS, rows, events, entries, accounts };
}

type BankAccount = typeof withdrawals.$inferInsert;

/** Codes of banks in demo bank accounts, as defined by the Central Bank of Nigeria. */
export const BANK_CODES = ["011", "033", "044", "057", "058", "214"];

/** Returns a fake bank account of the citizen for a withdrawal. */
function createBankAccount(random: SeedRandom, { id }: PastPayment, { firstName, lastName }: DemoCitizen): BankAccount {
  const number = random.digits(10);
  return {
    transactionId: id,
    bankCode: random.pick(BANK_CODES),
    accountNumber: encrypt(number),
    accountLast4: number.slice(-4),
    accountName: fullName({ firstName, lastName }),
  };
}

const unfinishedPaymentValues = (random: SeedRandom) => ({
  state: random.pick(["pending", "processing"] as const),
  completedAt: null,
  failureReason: null,
  providerReference: null,
});

function newPayment(
  random: SeedRandom,
  index: number,
  at: Date,
  userId: string,
  other: string,
  held: number,
): PastPayment {
  const wanted = random.weighted<TransactionType>({
    wallet_funding: 34,
    transfer: 18,
    bill_payment: 18,
    tax_and_levy: 12,
    ticket: 6,
    grant_payout: 3,
    withdrawal: 9,
  });
  const wantsWallet = wanted === "transfer" || wanted === "withdrawal" || random.chance(0.5);
  const amount = pickAmount(random, wanted);
  const poor = (wanted === "transfer" || wanted === "withdrawal") && (held < amount + 200 * NAIRA || other === userId);
  const type = poor ? "wallet_funding" : wanted;
  const canPay = wantsWallet && held >= amount + 200 * NAIRA;
  const channel: PaymentChannel =
    type === "grant_payout" || type === "transfer" || (canPay && !["wallet_funding", "withdrawal"].includes(type))
      ? "wallet"
      : type === "withdrawal"
        ? "bank_transfer"
        : random.weighted<PaymentChannel>({ card: 52, bank_transfer: 30, ussd: 18 });
  const chosen = DEMO_PAYMENT_METHODS.find((each) => each.channel === channel);
  const rule = { flat: chosen?.feeFlat ?? 0, basis_points: chosen?.feeBasisPoints ?? 0, cap: chosen?.feeCap ?? null };
  const baseReference = `TRX-${random.letters(3)}${random.digits(9)}`;
  const isExternal = EXTERNAL_CHANNELS.includes(channel);
  const isPayout = type === "withdrawal";
  const chances = isPayout ? { succeeded: 92, failed: 8 } : { succeeded: 89, failed: 8, expired: 3 };
  const state = isExternal ? random.weighted<TransactionState>(chances) : "succeeded";
  const isLate = state === "expired" && index % EXPIRED_PER_LATE_PAYMENT === 0;
  const reportedState = isLate ? "succeeded" : state;
  const reference =
    state === "succeeded" ? baseReference : demoReferenceFor(baseReference, { channel, isPayout }, reportedState);
  const failureText = isPayout
    ? simulatedOutcomeOf(reference, { channel, isPayout }).message
    : random.pick(PAYMENT_FAILURE_REASONS);
  const failureReason = state === "failed" ? failureText : state === "expired" ? "Not paid in time" : null;
  return {
    id: seedId("transaction", index),
    reference,
    userId,
    counterpartyId: type === "transfer" ? other : null,
    type,
    channel,
    methodId: chosen?.id ?? null,
    amount,
    fee: type === "grant_payout" ? 0 : calculateFee(rule, amount),
    state,
    refundedAmount: 0,
    refundOf: null,
    providerReference: isExternal ? simulatedProviderReference(reference) : null,
    cardLast4: channel === "card" ? random.digits(4) : null,
    description: random.pick(PAYMENT_DESCRIPTIONS[type]),
    failureReason,
    createdAt: at,
    completedAt: new Date(at.getTime() + (isExternal ? random.whole(4, 90) * 1_000 : 400)),
  };
}

/** Returns a reference for which the simulated provider reports this state, so that a status check confirms the demo data. */
export function demoReferenceFor(baseReference: string, ofPayment: PaymentKind, state: TransactionState): string {
  for (let attempt = 0; ; attempt++) {
    const reference = `${baseReference.slice(0, -3)}${String(attempt).padStart(3, "0")}`;
    const providerFate = simulatedOutcomeOf(reference, ofPayment);
    if (providerFate.state === state && !providerFate.isSlow) return reference;
  }
}

/** Picks an amount in kobo of whole hundreds of naira, mostly small. */
function pickAmount(random: SeedRandom, type: TransactionType): number {
  const maxNaira = {
    wallet_funding: 60_000,
    transfer: 15_000,
    bill_payment: 12_000,
    tax_and_levy: 25_000,
    ticket: 9_000,
    grant_payout: 50_000,
    withdrawal: 20_000,
    refund: 0,
  }[type];
  const exponent = random.chance(0.03) ? 0.4 : 2.4;
  return (500 + Math.floor((maxNaira * random.next() ** exponent) / 100) * 100) * NAIRA;
}

function bookPayment(row: PastPayment, at: Date, entries: PastLedgerEntry[], wallets: Map<string, number>) {
  const postings = paymentPostings(row);
  for (const { accountId, amount } of postings) wallets.set(accountId, (wallets.get(accountId) ?? 0) + amount);
  entries.push(ledgerEntryOf(row, { id: seedId("transaction entry", entries.length), at, postings }));
}

/** Returns the ledger entry of a successful payment. */
export const ledgerEntryOf = (
  row: PastPayment,
  entry: Pick<PastLedgerEntry, "id" | "at" | "postings">,
): PastLedgerEntry => ({
  ...entry,
  key: `transaction:${row.id}`,
  kind: "transaction",
  description: `${row.description} (${row.reference})`,
  source: { type: TRANSACTION_RECORD_TYPE, id: row.id },
  postedBy: null,
});

/** One in this many expired payments is paid after all, too late. */
const EXPIRED_PER_LATE_PAYMENT = 40;

/** Posts a late payment to suspense, where the money stays until an admin clears it. */
function bookLatePayment(row: PastPayment, { events, entries }: Pick<DemoPaymentRows, "events" | "entries">) {
  const at = new Date((row.completedAt ?? row.createdAt).getTime() + HOUR_MS);
  const postings = suspensePostings(row, providerAmount(row));
  if (!postings) return;
  const message = "Approved: paid after it had expired, booked on suspense";
  events.push({ transactionId: row.id, at, kind: "webhook", from: "expired", to: null, message });
  entries.push({
    id: seedId("late entry", entries.length),
    key: `transaction:${row.id}:late`,
    kind: "transaction",
    description: `Late payment (${row.reference})`,
    source: { type: TRANSACTION_RECORD_TYPE, id: row.id },
    postedBy: null,
    at,
    postings,
  });
}

/** Refunds or disputes a few older bills that were not paid from a wallet. */
function addRefundsAndDisputes(
  random: SeedRandom,
  index: number,
  row: PastPayment,
  { rows, events, entries }: DemoPaymentRows,
) {
  const isOld = PAYMENT_COUNT - index > 400;
  if (!isOld || row.channel === "wallet" || row.state !== "succeeded") return;
  if (row.type !== "bill_payment" && row.type !== "tax_and_levy" && row.type !== "ticket") return;
  const at = new Date((row.completedAt ?? row.createdAt).getTime() + random.whole(3, 40) * HOUR_MS);
  if (random.chance(0.07)) {
    const amount = random.chance(0.5) ? row.amount : Math.max(NAIRA, Math.floor(row.amount / 200) * NAIRA);
    refundPayment(
      row,
      {
        id: seedId("refund", index),
        entryId: seedId("refund entry", index),
        reference: `RFD-${random.letters(3)}${random.digits(9)}`,
        amount,
        at,
        by: demoAdminId("finance"),
        why: requestedByMessage(demoAdminName(demoAdminId("finance")), "Charged twice"),
      },
      { rows, events, entries },
    );
  } else if (random.chance(0.02)) {
    row.state = random.weighted<TransactionState>({ disputed: 50, won: 30, lost: 20 });
    events.push(disputeEvent(row, at));
    if (row.state === "lost")
      entries.push({
        id: seedId("dispute entry", index),
        key: `transaction:${row.id}:lost`,
        kind: "transaction",
        description: `Dispute lost (${row.reference})`,
        source: { type: TRANSACTION_RECORD_TYPE, id: row.id },
        postedBy: demoAdminId("finance"),
        at,
        postings: [
          { accountId: IDS.suspense, amount: -row.amount },
          { accountId: IDS.settlement_float, amount: row.amount },
        ],
      });
  }
}

/** Returns the transaction event of a cardholder's dispute. */
export const disputeEvent = ({ id }: PastPayment, at: Date): Event => ({
  transactionId: id,
  at,
  kind: "dispute",
  from: "succeeded",
  to: "disputed",
  message: "The cardholder says that they did not pay this",
});

type RefundDetails = {
  id: string;
  entryId: string;
  reference: string;
  /** Amount in kobo. */
  amount: number;
  at: Date;
  by: string | null;
  /** Reason of the refund, in words. */
  why: string;
};

/** Refunds a payment, partly or fully, to its source. */
export function refundPayment(
  row: PastPayment,
  { id, entryId, reference, amount, at, by, why: refundReason }: RefundDetails,
  { rows, events, entries }: DemoPaymentRows,
) {
  const from = row.state;
  row.refundedAmount += amount;
  row.state = row.amount === row.refundedAmount ? "refunded" : "partially_refunded";
  const isExternal = row.channel !== "wallet";
  rows.push({
    ...row,
    id,
    reference,
    type: "refund",
    amount,
    fee: 0,
    state: "succeeded",
    refundedAmount: 0,
    refundOf: row.id,
    providerReference: isExternal ? simulatedProviderReference(id) : null,
    description: `Refund of ${row.reference}`,
    createdAt: at,
    completedAt: at,
  });
  events.push({
    transactionId: row.id,
    at,
    kind: "refund",
    from,
    to: row.state,
    message: `${formatMoney(amount)} given back (${reference})`,
  });
  const providerEvents = isExternal
    ? [
        { kind: "attempt", message: "Ordered from the payment provider" },
        { kind: "taken", message: `The provider has taken it (${simulatedProviderReference(id)})` },
      ]
    : [{ kind: "refund", message: "Given back in our own ledger: no provider is concerned" }];
  const reported = [{ kind: "request", message: refundReason }, ...providerEvents];
  events.push(...reported.map((each) => ({ transactionId: id, at, from: null, to: null, ...each })));
  entries.push({
    id: entryId,
    key: `refund:${id}`,
    kind: "transaction_refund",
    description: `Refund of ${row.reference} (${reference})`,
    source: { type: TRANSACTION_RECORD_TYPE, id },
    postedBy: by,
    at,
    postings: refundPostings(row, amount),
  });
}

/** Inserts payment methods, transactions, bank accounts of withdrawals, and transaction events. */
export async function loadTransactions(
  tx: Transaction,
  { methods, rows, events, accounts }: ReturnType<typeof buildTransactions>,
) {
  await tx.insert(paymentMethods).values([...methods]);
  for (const chunk of inChunks(rows))
    await tx.execute(sql`insert into transactions (id, reference, user_id, counterparty_id, type, channel, method_id,
        amount, fee, discount, cashback, state, refunded_amount, refund_of, provider_reference, card_last4, description, failure_reason,
        created_at, completed_at)
      select id, reference, "userId", "counterpartyId", type, channel, "methodId", amount, fee, coalesce(discount, 0),
        coalesce(cashback, 0), state, "refundedAmount", "refundOf", "providerReference", "cardLast4", description,
        "failureReason", "createdAt", "completedAt"
      from jsonb_to_recordset(${JSON.stringify(chunk)}::jsonb) as r("id" uuid, "reference" text, "userId" uuid,
        "counterpartyId" uuid, "type" text, "channel" text, "methodId" uuid, "amount" bigint, "fee" bigint,
        "discount" bigint, "cashback" bigint, "state" text,
        "refundedAmount" bigint, "refundOf" uuid, "providerReference" text, "cardLast4" text, "description" text,
        "failureReason" text, "createdAt" timestamptz, "completedAt" timestamptz)`);
  await tx.insert(withdrawals).values(accounts);
  for (const chunk of inChunks(events))
    await tx.execute(sql`insert into transaction_events (transaction_id, at, kind, from_state, to_state, message)
      select * from jsonb_to_recordset(${JSON.stringify(chunk)}::jsonb) as r("transactionId" uuid, "at" timestamptz,
        "kind" text, "from" text, "to" text, "message" text)`);
}
