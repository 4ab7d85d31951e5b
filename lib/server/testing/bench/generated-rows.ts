import { LGAS } from "@/lib/contract/lgas.values";
import type { RecordType } from "@/lib/contract/record-kinds";
import type { AuditRow } from "@/lib/server/audit/digest";

/** Number of rows of each kind. */
export type DatabaseSize = {
  users: number;
  transactions: number;
  audit: number;
  reports: number;
  tickets?: number;
  applications?: number;
};

export const DAY_MS = 86_400_000;
/** Days up to now over which the times of users and their records are spread. */
const USER_DAYS = 1_095;

/** Returns a seeded random generator: the same numbers in each run. */
export function createRandom(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

/** Returns a random value by weight. */
export function pickByShare<T>(random: () => number, choices: readonly (readonly [T, number])[]): T {
  let randomValue = random();
  const picked = choices.find(([, share]) => {
    randomValue -= share;
    return randomValue < 0;
  });
  return (picked ?? choices[0] ?? [])[0] as T;
}

/** Returns an id that sorts by time, like the product's ids. */
export function uuidAt(timeMs: number, kind: number, n: number): string {
  const time = Math.floor(timeMs).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${kind.toString(16).padStart(3, "0")}-8${((n * 2_654_435_761) & 0xfff).toString(16).padStart(3, "0")}-${n.toString(16).padStart(12, "0")}`;
}

/** Returns a time as ISO 8601 text. */
export const isoTime = (timeMs: number) => new Date(timeMs).toISOString();
/** Returns one row as input for COPY; null becomes `\N`. */
export const copyLine = (...columns: (string | number | null)[]) =>
  `${columns.map((column) => (column === null ? "\\N" : column)).join("\t")}\n`;
/** Returns when user `n` joined, in ms. Users join at equal intervals. */
export const userJoinedAt = (n: number, { users }: DatabaseSize, now: number) =>
  now - ((users - n) * USER_DAYS * DAY_MS) / users;
/** Returns true for closed accounts, whose wallets stay empty. */
export const isClosedUser = (n: number) => n % 500 === 3;

/** Columns of the lines of `userCopyLine`, in their order. */
export const USER_COLUMNS =
  "id, first_name, last_name, email, phone, date_of_birth, gender, address, lga, tier, status, restriction, legal_basis, joined_at, last_seen_at";

/** Returns user `n` as input for COPY. */
export function userCopyLine(n: number, size: DatabaseSize, now: number): string {
  const status = n % 200 === 1 ? "suspended" : n % 200 === 2 ? "restricted" : isClosedUser(n) ? "closed" : "active";
  const restriction = status === "restricted" ? "no_debit" : null;
  const timeMs = userJoinedAt(n, size, now);
  const tier = n % 100 < 60 ? 0 : n % 100 < 85 ? 1 : n % 100 < 97 ? 2 : 3;
  return copyLine(
    uuidAt(timeMs, 1, n),
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
    isoTime(timeMs),
    n % 25 ? isoTime(now - ((n * 37) % 9_000_000) * 1_000) : null,
  );
}

/** Columns of the rows of `generateAuditRow` as input for COPY, in their order. */
export const AUDIT_COLUMNS =
  "id, at, admin_id, admin_name, action, outcome, refusal, record_type, record_id, record_name, before, after, address, device, request_id, previous_hash, hash";

const AUDIT_ACTIONS = ["kyc.decide", "user.suspend", "transaction.refund", "auth.verifySignIn", "user.addNote"];

/** Returns row `id` of the audit trail. A tenth of the rows are refusals; twenty admins act on about a thousand records each. */
export function generateAuditRow(id: number, timeMs: number) {
  const admin = id % 20;
  const action = AUDIT_ACTIONS[(id * 31) % AUDIT_ACTIONS.length] ?? "";
  const values: AuditRow = {
    at: new Date(timeMs),
    adminId: `00000000-0000-7000-a000-0000000000${String(admin).padStart(2, "0")}`,
    adminName: `Ada Obi ${admin}`,
    action,
    outcome: id % 10 ? "done" : "refused",
    refusal: id % 10 ? null : "You may not do this.",
    recordType: (action.split(".")[0] ?? "") as RecordType,
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
      copyLine(
        id,
        isoTime(timeMs),
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
