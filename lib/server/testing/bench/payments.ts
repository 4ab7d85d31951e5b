import { SYSTEM_ACCOUNT_IDS as IDS, NAIRA } from "@/lib/contract/ledger.values";
import type { Channel, TransactionState, TransactionType } from "@/lib/contract/transaction.values";
import { paymentPostings, refundPostings } from "@/lib/server/transaction/postings";
import type { Book, Piece } from "./book";
import { DAY, idAt, isClosed, line, numbers, pick, type Size, stamp } from "./world";

const DAYS = 730;
const GRANTS = 5_000_000_000 * NAIRA;

export const METHODS = (["card", "bank_transfer", "ussd"] as const).map((channel, index) => ({
  id: `00000000-0000-7000-9000-00000000000${index}`,
  channel,
}));

export const TRANSACTION_COLUMNS =
  "id, reference, user_id, counterparty_id, type, channel, method_id, amount, fee, state, refunded_amount, refund_of, provider_reference, card_last4, description, failure_reason, created_at, completed_at";

const TYPES: readonly (readonly [TransactionType, number])[] = [
  ["wallet_funding", 0.4],
  ["transfer", 0.15],
  ["bill_payment", 0.2],
  ["tax_and_levy", 0.1],
  ["ticket", 0.05],
  ["withdrawal", 0.09],
  ["grant_payout", 0.01],
];
const STATES: readonly (readonly [TransactionState, number])[] = [
  ["succeeded", 0.909],
  ["failed", 0.07],
  ["expired", 0.02],
  ["disputed", 0.0005],
  ["lost", 0.0005],
];
const BY_WALLET: readonly TransactionType[] = ["transfer", "withdrawal", "grant_payout"];

type Payment = {
  n: number;
  at: number;
  id: string;
  code: string;
  type: TransactionType;
  channel: Channel;
  user: number;
  counterparty: number | null;
  amount: number;
  fee: number;
};
type Random = () => number;

/**
 * Yields two years of payments in order of time, in batches. Two fifths fund wallets, and wallets pay only what they have. One in
 * a hundred is refunded later in full or in part, a tenth fails, and those of the last hour are still open.
 */
export function* payments(size: Size, userIds: readonly string[], book: Book, now: number): Generator<Piece> {
  const random = numbers(7);
  const step = (DAYS * DAY) / size.transactions;
  // Never beyond the next payment, because an account's postings are in order of time.
  const delay = Math.min(4_000, Math.floor(step / 2));
  const open = size.transactions - Math.ceil(3_600_000 / step);
  const toRefund: (Payment & { back: number })[] = [];
  for (let n = 0; n < size.transactions; n++) {
    const at = Math.floor(now - (size.transactions - n) * step);
    if (n % Math.ceil(size.transactions / 24) === 0) fundGrants(book, n, at);
    // Twice as often as payments are marked for refund, and always near the end, so that none is left.
    const due = random() < 0.02 || n > size.transactions * 0.95 ? toRefund.shift() : undefined;
    if (due) {
      book.piece.transactions.push(giveBack(book, userIds, due, { n, at }));
    } else {
      const payment = draw(random, book, userIds.length, { n, at });
      const state = n < open ? pick(random, STATES) : n % 2 ? "processing" : "pending";
      const mayBeRefunded = state === "succeeded" && /bill|ticket/.test(payment.type) && n < size.transactions * 0.9;
      const share = mayBeRefunded && random() < 0.06 ? (random() < 0.5 ? 1 : 0.5) : 0;
      const back = Math.ceil(payment.amount * share);
      if (back) toRefund.push({ ...payment, back });
      book.piece.transactions.push(pay(book, userIds, payment, { state, back, doneAt: at + delay }));
    }
    if (book.isFull()) yield book.turnPage();
  }
  if (toRefund.length) throw new Error(`${toRefund.length} refunds are left: take more transactions.`);
  yield book.turnPage();
}

const codeOf = (n: number) => n.toString(36).toUpperCase().padStart(7, "0");

function fundGrants(book: Book, n: number, at: number) {
  const about = { key: `fill:grants:${n}`, kind: "fund", description: "Grants of the month", source: "fill" };
  book.post(idAt(at, 4, n), at, about, [
    { accountId: IDS.settlement_float, amount: -GRANTS },
    { accountId: IDS.grants_pool, amount: GRANTS },
  ]);
}

function draw(random: Random, book: Book, users: number, { n, at }: { n: number; at: number }): Payment {
  const open = (index: number) => (isClosed(index + 1) ? (index + 1) % users : index);
  const user = open(Math.floor(random() ** 2 * users));
  let type = pick(random, TYPES);
  let channel: Channel = METHODS[Math.floor(random() * METHODS.length)]?.channel ?? "card";
  if (BY_WALLET.includes(type) || (type !== "wallet_funding" && random() < 0.7)) channel = "wallet";
  const amount = Math.floor(10_000 + random() ** 3 * 50_000_000);
  const fee = Math.floor(Math.min(200_000, 5_000 + amount * 0.01));
  // A wallet pays only what it has; otherwise its user funds it.
  if (channel === "wallet" && type !== "grant_payout" && book.holds(user) < amount + fee)
    [type, channel] = ["wallet_funding", "bank_transfer"];
  const isFree = type === "grant_payout" || (type === "wallet_funding" && channel !== "card");
  const other = open(Math.floor(random() * users));
  const counterparty = type !== "transfer" ? null : other === user ? open((user + 2) % users) : other;
  const id = idAt(at, 2, n);
  return { n, at, id, code: codeOf(n), type, channel, user, counterparty, amount, fee: isFree ? 0 : fee };
}

type Outcome = { state: TransactionState; back: number; doneAt: number };

/** @returns the transaction's line for COPY */
function pay(book: Book, userIds: readonly string[], payment: Payment, { state, back, doneAt }: Outcome): string {
  const { n, at, id, code, type, channel, user, counterparty, amount, fee } = payment;
  const userId = userIds[user] ?? "";
  const counterpartyId = counterparty === null ? null : (userIds[counterparty] ?? null);
  const reference = `TXN-${code}`;
  const isOpen = state === "pending" || state === "processing";
  if (!isOpen && state !== "failed" && state !== "expired") {
    const description = `${type.replaceAll("_", " ")} (${reference})`;
    const about = { key: `transaction:${id}`, kind: "transaction", description, source: "transaction" };
    const postings = paymentPostings({ type, channel, userId, counterpartyId, amount, fee });
    book.post(id, doneAt, about, postings, { [userId]: user, [counterpartyId ?? ""]: counterparty ?? 0 });
  }
  const method = METHODS.find((each) => each.channel === channel);
  const now = back === 0 ? state : back === amount ? "refunded" : "partially_refunded";
  const last4 = channel === "card" ? String((n * 7_919) % 10_000).padStart(4, "0") : null;
  const failure = state === "failed" ? "Declined by the bank" : null;
  return line(
    ...[id, reference, userId, counterpartyId, type, channel, method?.id ?? null, amount, fee, now, back, null],
    ...[method ? `SIM-${code}` : null, last4, "", failure, stamp(at), isOpen ? null : stamp(doneAt)],
  );
}

type When = { n: number; at: number };

/** @returns the refund's line for COPY; a refund is a transaction of its own */
function giveBack(book: Book, userIds: readonly string[], due: Payment & { back: number }, { n, at }: When): string {
  const { type, channel, user, back } = due;
  const userId = userIds[user] ?? "";
  const id = idAt(at, 2, n);
  const reference = `RFD-${codeOf(n)}`;
  const description = `Refund of TXN-${due.code}`;
  const source = "transaction";
  const about = {
    key: `refund:${id}`,
    kind: "transaction_refund",
    description: `${description} (${reference})`,
    source,
  };
  const payment = { type, channel, userId, counterpartyId: null, amount: back, refundedAmount: 0 };
  const postings = refundPostings(payment, back);
  book.post(id, at, about, postings, { [userId]: user });
  return line(
    ...[id, reference, userId, null, "refund", channel, null, back, 0, "succeeded", 0, due.id, null, null, description],
    ...[null, stamp(at), stamp(at)],
  );
}
