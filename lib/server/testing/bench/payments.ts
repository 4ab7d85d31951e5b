import { SYSTEM_ACCOUNT_IDS as IDS, KOBO_PER_NAIRA } from "@/lib/contract/ledger.values";
import type { PaymentChannel, TransactionState, TransactionType } from "@/lib/contract/transaction.values";
import { paymentPostings, refundPostings } from "@/lib/server/transaction/postings";
import {
  copyLine,
  createRandom,
  DAY_MS,
  type DatabaseSize,
  isClosedUser,
  isoTime,
  pickByShare,
  uuidAt,
} from "./generated-rows";
import type { CopyChunk, LedgerWriter } from "./ledger-writer";

const PAYMENT_DAYS = 730;
const GRANTS_FUNDING = 5_000_000_000 * KOBO_PER_NAIRA;

/** Payment methods of the generated payments, one per channel. */
export const PAYMENT_METHOD_ROWS = (["card", "bank_transfer", "ussd"] as const).map((channel, index) => ({
  id: `00000000-0000-7000-9000-00000000000${index}`,
  channel,
}));

/** Columns of the lines of transactions for COPY, in their order. */
export const TRANSACTION_COLUMNS =
  "id, reference, user_id, counterparty_id, type, channel, method_id, amount, fee, state, refunded_amount, refund_of, provider_reference, card_last4, description, failure_reason, created_at, completed_at";

const TYPE_SHARES: readonly (readonly [TransactionType, number])[] = [
  ["wallet_funding", 0.4],
  ["transfer", 0.15],
  ["bill_payment", 0.2],
  ["tax_and_levy", 0.1],
  ["ticket", 0.05],
  ["withdrawal", 0.09],
  ["grant_payout", 0.01],
];
const STATE_SHARES: readonly (readonly [TransactionState, number])[] = [
  ["succeeded", 0.909],
  ["failed", 0.07],
  ["expired", 0.02],
  ["disputed", 0.0005],
  ["lost", 0.0005],
];
const WALLET_TYPES: readonly TransactionType[] = ["transfer", "withdrawal", "grant_payout"];

type PaymentInput = {
  n: number;
  at: number;
  id: string;
  code: string;
  type: TransactionType;
  channel: PaymentChannel;
  user: number;
  counterparty: number | null;
  amount: number;
  fee: number;
};
type RandomNumber = () => number;

/**
 * Yields two years of payments in order of time, in batches. Two fifths of the payments fund wallets, and wallets pay at most their
 * balance. One in a hundred payments is refunded later in full or in part, a tenth fail, and those of the last hour are still open.
 */
export function* generatePayments(
  size: DatabaseSize,
  userIds: readonly string[],
  ledgerWriter: LedgerWriter,
  now: number,
): Generator<CopyChunk> {
  const random = createRandom(7);
  const step = (PAYMENT_DAYS * DAY_MS) / size.transactions;
  // Delay in ms until a payment completes. Ends before the next payment begins, because an account's postings are in order of time.
  const delay = Math.min(4_000, Math.floor(step / 2));
  const open = size.transactions - Math.ceil(3_600_000 / step);
  const toRefund: (PaymentInput & { back: number })[] = [];
  for (let n = 0; n < size.transactions; n++) {
    const at = Math.floor(now - (size.transactions - n) * step);
    if (n % Math.ceil(size.transactions / 24) === 0) fundGrants(ledgerWriter, n, at);
    // Makes refunds at twice the rate at which payments are marked for one, and at the end in any case, so that no marked payment is left.
    const dueRefund = random() < 0.02 || n > size.transactions * 0.95 ? toRefund.shift() : undefined;
    if (dueRefund) {
      ledgerWriter.piece.transactions.push(refundLine(ledgerWriter, userIds, dueRefund, { n, at }));
    } else {
      const payment = randomPayment(random, ledgerWriter, userIds.length, { n, at });
      const state = n < open ? pickByShare(random, STATE_SHARES) : n % 2 ? "processing" : "pending";
      const mayBeRefunded = state === "succeeded" && /bill|ticket/.test(payment.type) && n < size.transactions * 0.9;
      const refundShare = mayBeRefunded && random() < 0.06 ? (random() < 0.5 ? 1 : 0.5) : 0;
      const back = Math.ceil(payment.amount * refundShare);
      if (back) toRefund.push({ ...payment, back });
      ledgerWriter.piece.transactions.push(
        paymentLine(ledgerWriter, userIds, payment, { state, back, doneAt: at + delay }),
      );
    }
    if (ledgerWriter.isFull()) yield ledgerWriter.takeChunk();
  }
  if (toRefund.length) throw new Error(`${toRefund.length} refunds are left: take more transactions.`);
  yield ledgerWriter.takeChunk();
}

const referenceOf = (n: number) => n.toString(36).toUpperCase().padStart(7, "0");

function fundGrants(ledgerWriter: LedgerWriter, n: number, at: number) {
  const entryInfo = { key: `fill:grants:${n}`, kind: "fund", description: "Grants of the month", source: "fill" };
  ledgerWriter.post(uuidAt(at, 4, n), at, entryInfo, [
    { accountId: IDS.settlement_float, amount: -GRANTS_FUNDING },
    { accountId: IDS.grants_pool, amount: GRANTS_FUNDING },
  ]);
}

function randomPayment(
  random: RandomNumber,
  ledgerWriter: LedgerWriter,
  users: number,
  { n, at }: { n: number; at: number },
): PaymentInput {
  const open = (index: number) => (isClosedUser(index + 1) ? (index + 1) % users : index);
  const user = open(Math.floor(random() ** 2 * users));
  let type = pickByShare(random, TYPE_SHARES);
  let channel: PaymentChannel =
    PAYMENT_METHOD_ROWS[Math.floor(random() * PAYMENT_METHOD_ROWS.length)]?.channel ?? "card";
  if (WALLET_TYPES.includes(type) || (type !== "wallet_funding" && random() < 0.7)) channel = "wallet";
  const amount = Math.floor(10_000 + random() ** 3 * 50_000_000);
  const fee = Math.floor(Math.min(200_000, 5_000 + amount * 0.01));
  // Turns the payment into a wallet funding if the wallet does not have enough money.
  if (channel === "wallet" && type !== "grant_payout" && ledgerWriter.holds(user) < amount + fee)
    [type, channel] = ["wallet_funding", "bank_transfer"];
  const isFree = type === "grant_payout" || (type === "wallet_funding" && channel !== "card");
  const otherUser = open(Math.floor(random() * users));
  const counterparty = type !== "transfer" ? null : otherUser === user ? open((user + 2) % users) : otherUser;
  const id = uuidAt(at, 2, n);
  return { n, at, id, code: referenceOf(n), type, channel, user, counterparty, amount, fee: isFree ? 0 : fee };
}

type PaymentOutcome = { state: TransactionState; back: number; doneAt: number };

/**
 * Posts a payment to the in-memory ledger.
 * @returns the line with which COPY inserts the payment
 */
function paymentLine(
  ledgerWriter: LedgerWriter,
  userIds: readonly string[],
  payment: PaymentInput,
  { state, back, doneAt }: PaymentOutcome,
): string {
  const { n, at, id, code, type, channel, user, counterparty, amount, fee } = payment;
  const userId = userIds[user] ?? "";
  const counterpartyId = counterparty === null ? null : (userIds[counterparty] ?? null);
  const reference = `TXN-${code}`;
  const isOpen = state === "pending" || state === "processing";
  if (!isOpen && state !== "failed" && state !== "expired") {
    const description = `${type.replaceAll("_", " ")} (${reference})`;
    const entryInfo = { key: `transaction:${id}`, kind: "transaction", description, source: "transaction" };
    const postings = paymentPostings({ type, channel, userId, counterpartyId, amount, fee });
    ledgerWriter.post(id, doneAt, entryInfo, postings, { [userId]: user, [counterpartyId ?? ""]: counterparty ?? 0 });
  }
  const method = PAYMENT_METHOD_ROWS.find((each) => each.channel === channel);
  const now = back === 0 ? state : back === amount ? "refunded" : "partially_refunded";
  const last4 = channel === "card" ? String((n * 7_919) % 10_000).padStart(4, "0") : null;
  const failure = state === "failed" ? "Declined by the bank" : null;
  return copyLine(
    ...[id, reference, userId, counterpartyId, type, channel, method?.id ?? null, amount, fee, now, back, null],
    ...[method ? `SIM-${code}` : null, last4, "", failure, isoTime(at), isOpen ? null : isoTime(doneAt)],
  );
}

type PaymentTime = { n: number; at: number };

/**
 * Posts a refund, which is a transaction of its own, to the in-memory ledger.
 * @returns the line with which COPY inserts the refund
 */
function refundLine(
  ledgerWriter: LedgerWriter,
  userIds: readonly string[],
  dueRefund: PaymentInput & { back: number },
  { n, at }: PaymentTime,
): string {
  const { type, channel, user, back } = dueRefund;
  const userId = userIds[user] ?? "";
  const id = uuidAt(at, 2, n);
  const reference = `RFD-${referenceOf(n)}`;
  const description = `Refund of TXN-${dueRefund.code}`;
  const source = "transaction";
  const entryInfo = {
    key: `refund:${id}`,
    kind: "transaction_refund",
    description: `${description} (${reference})`,
    source,
  };
  const payment = { type, channel, userId, counterpartyId: null, amount: back, refundedAmount: 0 };
  const postings = refundPostings(payment, back);
  ledgerWriter.post(id, at, entryInfo, postings, { [userId]: user });
  return copyLine(
    ...[
      id,
      reference,
      userId,
      null,
      "refund",
      channel,
      null,
      back,
      0,
      "succeeded",
      0,
      dueRefund.id,
      null,
      null,
      description,
    ],
    ...[null, isoTime(at), isoTime(at)],
  );
}
