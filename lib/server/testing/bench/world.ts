import { LGAS } from "@/lib/contract/kyc.values";
import { SYSTEM_ACCOUNT_IDS as IDS, NAIRA } from "@/lib/contract/ledger.values";
import type { Channel, TransactionState, TransactionType } from "@/lib/contract/transaction.values";
import type { AuditRow } from "@/lib/server/audit";
import { paymentPostings, refundPostings } from "@/lib/server/transaction/postings";

/** How much there is. */
export type Size = { users: number; transactions: number; audit: number };

const DAY = 86_400_000;
/** Over how long everything is spread, up to now. */
const USER_DAYS = 1_095;
const TRANSACTION_DAYS = 730;
const GRANTS = 5_000_000_000 * NAIRA;

/** The same numbers at each run. */
function numbers(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

/** Ids in the order of time, as those of the product. */
export function idAt(at: number, kind: number, n: number): string {
  const time = Math.floor(at).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${kind.toString(16).padStart(3, "0")}-8${((n * 2_654_435_761) & 0xfff).toString(16).padStart(3, "0")}-${n.toString(16).padStart(12, "0")}`;
}

const stamp = (at: number) => new Date(at).toISOString();
const line = (...columns: (string | number | null)[]) =>
  `${columns.map((column) => (column === null ? "\\N" : column)).join("\t")}\n`;
export const joinedAt = (n: number, { users }: Size, now: number) => now - ((users - n) * USER_DAYS * DAY) / users;
const isClosed = (n: number) => n % 500 === 3;

export const METHODS = (["card", "bank_transfer", "ussd"] as const).map((channel, index) => ({
  id: `00000000-0000-7000-9000-00000000000${index}`,
  channel,
}));

export const USER_COLUMNS =
  "id, first_name, last_name, email, phone, date_of_birth, gender, address, lga, tier, status, restriction, legal_basis, joined_at, last_seen_at";

export function userLine(n: number, size: Size, now: number): string {
  const status = n % 200 === 1 ? "suspended" : n % 200 === 2 ? "restricted" : isClosed(n) ? "closed" : "active";
  const restriction = status === "restricted" ? "no_debit" : null;
  const at = joinedAt(n, size, now);
  const tier = n % 100 < 60 ? 0 : n % 100 < 85 ? 1 : n % 100 < 97 ? 2 : 3;
  return line(
    idAt(at, 1, n),
    `First${String.fromCharCode(97 + (n % 20))}${n % 397}`,
    `Last${String.fromCharCode(97 + (n % 23))}${n % 911}`,
    `citizen${n}@example.com`,
    `+23470${String(n).padStart(8, "0")}`,
    `${1950 + (n % 55)}-0${1 + (n % 9)}-1${n % 10}`,
    n % 2 ? "male" : "female",
    "Marian Road",
    LGAS[(n * 31) % LGAS.length] ?? "Abi",
    tier,
    status,
    restriction,
    restriction && "court_order",
    stamp(at),
    n % 25 ? stamp(now - ((n * 37) % 9_000_000) * 1_000) : null,
  );
}

export const TRANSACTION_COLUMNS =
  "id, reference, user_id, counterparty_id, type, channel, method_id, amount, fee, state, refunded_amount, refund_of, provider_reference, card_last4, description, failure_reason, created_at, completed_at";
export const ENTRY_COLUMNS = "id, key, kind, size, description, source_type, source_id, posted_at";
export const POSTING_COLUMNS = "entry_id, ordinal, size, account_id, seq, amount, balance_after, posted_at";

type Chunk = { transactions: string[]; entries: string[]; postings: string[] };
type Refund = { id: string; reference: string; type: TransactionType; channel: Channel; user: number; amount: number };

/** The ledger that everything below is posted on: what an account holds, and how many postings it has. */
export function makeLedger(userIds: readonly string[]) {
  const balances = new Float64Array(userIds.length);
  const counts = new Int32Array(userIds.length);
  const system = new Map(Object.values(IDS).map((id) => [id, { balance: 0, postings: 0 }]));
  return { balances, counts, system };
}
type Ledger = ReturnType<typeof makeLedger>;

/**
 * Two years of payments in the order of time, in pieces: two fifths fund wallets, what wallets pay they hold, one in a
 * hundred is given back later in full or in part, a tenth fails, and the last hour is still under way.
 */
export function* payments(size: Size, userIds: readonly string[], ledger: Ledger, now: number, piece = 25_000) {
  const random = numbers(7);
  const step = (TRANSACTION_DAYS * DAY) / size.transactions;
  const delay = Math.min(4_000, Math.floor(step / 2));
  const toRefund: Refund[] = [];
  const indexOf = new Map<string, number>();
  let chunk: Chunk = { transactions: [], entries: [], postings: [] };

  function post(
    id: string,
    at: number,
    about: { key: string; kind: string; description: string; source: string },
    moves: readonly { accountId: string; amount: number }[],
  ) {
    const entryId = idAt(at, 3, chunkBase + chunk.entries.length);
    const time = stamp(at);
    chunk.entries.push(line(entryId, about.key, about.kind, moves.length, about.description, about.source, id, time));
    for (const [index, { accountId, amount }] of moves.entries()) {
      const own = ledger.system.get(accountId);
      let balance: number;
      let seq: number;
      if (own) {
        own.balance += accountId === IDS.settlement_float ? -amount : amount;
        own.postings += 1;
        [balance, seq] = [own.balance, own.postings];
      } else {
        const user = indexOf.get(accountId) ?? 0;
        balance = ledger.balances[user] = (ledger.balances[user] ?? 0) + amount;
        seq = ledger.counts[user] = (ledger.counts[user] ?? 0) + 1;
      }
      chunk.postings.push(line(entryId, index + 1, moves.length, accountId, seq, amount, balance, time));
    }
  }
  let chunkBase = 0;
  const open = Math.ceil(3_600_000 / step);

  for (let n = 0; n < size.transactions; n++) {
    const at = Math.floor(now - (size.transactions - n) * step);
    if (n % Math.ceil(size.transactions / 24) === 0)
      post(
        idAt(at, 4, n),
        at,
        { key: `fill:grants:${n}`, kind: "fund", description: "Grants of the month", source: "fill" },
        [
          { accountId: IDS.settlement_float, amount: -GRANTS },
          { accountId: IDS.grants_pool, amount: GRANTS },
        ],
      );
    const id = idAt(at, 2, n);
    const code = n.toString(36).toUpperCase().padStart(7, "0");
    // Twice as often as payments are to be given back, and always near the end: then none of them is left.
    const back = random() < 0.02 || n > size.transactions * 0.95 ? toRefund.shift() : undefined;
    if (back) {
      const userId = userIds[back.user] ?? "";
      const reference = `RFD-${code}`;
      indexOf.set(userId, back.user);
      post(
        id,
        at,
        {
          key: `refund:${id}`,
          kind: "transaction_refund",
          description: `Refund of ${back.reference} (${reference})`,
          source: "transaction",
        },
        refundPostings({ type: back.type, channel: back.channel, userId, counterpartyId: null }, back.amount),
      );
      indexOf.clear();
      chunk.transactions.push(
        line(
          id,
          reference,
          userId,
          null,
          "refund",
          back.channel,
          null,
          back.amount,
          0,
          "succeeded",
          0,
          back.id,
          null,
          null,
          `Refund of ${back.reference}`,
          null,
          stamp(at),
          stamp(at),
        ),
      );
    } else {
      let user = Math.floor(random() ** 2 * userIds.length);
      if (isClosed(user + 1)) user = (user + 1) % userIds.length;
      const dice = random();
      let type: TransactionType =
        dice < 0.4
          ? "wallet_funding"
          : dice < 0.55
            ? "transfer"
            : dice < 0.75
              ? "bill_payment"
              : dice < 0.85
                ? "tax_and_levy"
                : dice < 0.9
                  ? "ticket"
                  : dice < 0.99
                    ? "withdrawal"
                    : "grant_payout";
      const other = METHODS[Math.floor(random() * METHODS.length)];
      let channel: Channel = type === "wallet_funding" || random() < 0.3 ? (other?.channel ?? "card") : "wallet";
      if (type === "transfer" || type === "withdrawal" || type === "grant_payout") channel = "wallet";
      const amount = Math.floor(10_000 + random() ** 3 * 50_000_000);
      let fee = type === "grant_payout" ? 0 : Math.floor(Math.min(200_000, 5_000 + amount * 0.01));
      const holds = ledger.balances[user] ?? 0;
      if (channel === "wallet" && type !== "grant_payout" && holds < amount + fee)
        [type, channel] = ["wallet_funding", "bank_transfer"];
      if (type === "wallet_funding") fee = channel === "card" ? fee : 0;
      const method = METHODS.find((each) => each.channel === channel);
      const luck = random();
      const isOpen = n >= size.transactions - open;
      const state: TransactionState = isOpen
        ? n % 2
          ? "processing"
          : "pending"
        : luck < 0.07
          ? "failed"
          : luck < 0.09
            ? "expired"
            : luck < 0.0905
              ? "disputed"
              : luck < 0.091
                ? "lost"
                : "succeeded";
      const isPaid = state !== "failed" && state !== "expired" && !isOpen;
      const mayRefund =
        state === "succeeded" &&
        (type === "bill_payment" || type === "ticket") &&
        random() < 0.06 &&
        n < size.transactions * 0.9;
      const refunded = mayRefund ? (random() < 0.5 ? amount : Math.ceil(amount / 2)) : 0;
      let counterparty = type === "transfer" ? Math.floor(random() * userIds.length) : null;
      if (counterparty !== null && isClosed(counterparty + 1)) counterparty = (counterparty + 1) % userIds.length;
      if (counterparty !== null && counterparty === user) counterparty = (user + 2) % userIds.length;
      const userId = userIds[user] ?? "";
      const counterpartyId = counterparty === null ? null : (userIds[counterparty] ?? null);
      const reference = `TXN-${code}`;
      if (isPaid) {
        indexOf.set(userId, user);
        if (counterpartyId) indexOf.set(counterpartyId, counterparty ?? 0);
        post(
          id,
          at + delay,
          {
            key: `transaction:${id}`,
            kind: "transaction",
            description: `${type.replaceAll("_", " ")} (${reference})`,
            source: "transaction",
          },
          paymentPostings({ type, channel, userId, counterpartyId, amount, fee }),
        );
        indexOf.clear();
      }
      if (refunded) toRefund.push({ id, reference, type, channel, user, amount: refunded });
      chunk.transactions.push(
        line(
          id,
          reference,
          userId,
          counterpartyId,
          type,
          channel,
          method?.id ?? null,
          amount,
          fee,
          refunded ? (refunded === amount ? "refunded" : "partially_refunded") : state,
          refunded,
          null,
          method ? `SIM-${code}` : null,
          channel === "card" ? String((n * 7919) % 10_000).padStart(4, "0") : null,
          "",
          state === "failed" ? "Declined by the bank" : null,
          stamp(at),
          isOpen ? null : stamp(at + delay),
        ),
      );
    }
    if (chunk.transactions.length === piece) {
      chunkBase += chunk.entries.length;
      yield chunk;
      chunk = { transactions: [], entries: [], postings: [] };
    }
  }
  if (toRefund.length) throw new Error(`${toRefund.length} refunds are left: take more transactions.`);
  yield chunk;
}

export const AUDIT_COLUMNS =
  "id, at, admin_id, admin_name, action, outcome, refusal, record_type, record_id, record_name, before, after, address, device, request_id, previous_hash, hash";

const ACTIONS = ["kyc.decide", "user.suspend", "transaction.refund", "auth.verifySignIn", "user.addNote"];

/** One row of the audit trail: a tenth refused, by twenty admins, about a thousand records each. */
export function auditRow(id: number, at: number) {
  const admin = id % 20;
  const action = ACTIONS[(id * 31) % ACTIONS.length] ?? "";
  const values: AuditRow = {
    at: new Date(at),
    adminId: `00000000-0000-7000-a000-0000000000${String(admin).padStart(2, "0")}`,
    adminName: `Ada Obi ${admin}`,
    action,
    outcome: id % 10 ? "done" : "refused",
    refusal: id % 10 ? null : "You may not do this.",
    recordType: action.split(".")[0] ?? "",
    recordId: `${id % 1_000}`,
    recordName: `Record ${id}`,
    before: { state: "pending", version: 1 },
    after: { state: "approved", version: 2 },
    address: "10.0.0.1",
    device: "Mozilla/5.0 (X11; Linux x86_64)",
    requestId: `r${id}`,
  };
  const { adminId, adminName, outcome, refusal, recordType, recordId, recordName, address, device, requestId } = values;
  return {
    values,
    line: (previous: string, hash: string) =>
      line(
        id,
        stamp(at),
        adminId,
        adminName,
        action,
        outcome,
        refusal,
        recordType,
        recordId,
        recordName,
        JSON.stringify(values.before),
        JSON.stringify(values.after),
        address,
        device,
        requestId,
        previous,
        hash,
      ),
  };
}
