import "server-only";
import { ORPCError, ValidationError } from "@orpc/server";
import { ENTRY_KINDS, type EntryKind } from "@/lib/contract/entries.values";
import { isRecordType, type RecordType } from "@/lib/contract/records";
import { beginningOf, shortened } from "@/lib/contract/words.values";
import { formatCount } from "@/lib/format";
import type { AuditEntry } from "@/lib/server/audit/audit";
import { log } from "@/lib/server/base/log";
import { RECORD_TYPES } from "@/lib/server/entries/record";
import { EVENT_CATEGORY, EVENT_ORDER } from "@/lib/server/event/record";
import type { Actor } from "./context";
import { isDatabaseAway, MOST_FIELDS, MOST_OF_SENTENCE, Refusal, refuse } from "./errors";

/** Wrong input becomes a sentence with the fields it is about; a database out of reach becomes a 503. */
export function asRefusal(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  if (isDatabaseAway(error)) {
    log.warn({ err: error }, "the database is out of reach");
    return refuse.unavailable();
  }
  const invalid = error instanceof ORPCError && error.code === "BAD_REQUEST" && error.cause instanceof ValidationError;
  if (!invalid || !(error.cause instanceof ValidationError)) return error;
  return invalidInput(error.cause.issues);
}

/** Names the fields up to a number, and says how many faults there are besides. */
function invalidInput(issues: ValidationError["issues"]): Refusal {
  const fields = new Map<string, string>();
  let others = 0;
  for (const { path = [], message } of issues) {
    const field = path.map((part) => String(typeof part === "object" ? part.key : part)).join(".");
    if (fields.has(field)) continue;
    if (fields.size < MOST_FIELDS) fields.set(field, message);
    else others++;
  }
  const [field = "", message = "is not valid"] = [...fields][0] ?? [];
  fields.delete("");
  const where = field ? `Check "${beginningOf(field, 80)}": ` : "Check the request: ";
  const more = others ? ` ${formatCount(others)} more faults are not named here.` : "";
  return refuse.badInput(shortened(where + message, MOST_OF_SENTENCE - more.length) + more, Object.fromEntries(fields));
}

/** What a stranger fails to prove: who they are, or that they read an admin's mail. */
const PROOFS = ["CREDENTIALS", "CODE", "CODE_SPENT", "REFERENCE"];
/** What the app's server may not do for a citizen; the rest is its own mistakes and waiting times. */
const KEPT_OF_APP = [403, 404, 409];

/**
 * Refusals that are kept: what a known person tried and may not do, failed sign-ins, and what an app was refused that it
 * wanted to write. Not kept: waiting times (they would fill the trail), strangers without a session, and calls that first ask for a proof of identity.
 */
export function isOnRecord(
  error: Refusal,
  call: { actor: Actor; writes: boolean; by: "public" | "app" | "admin" },
): boolean {
  if (error.status === 429 || error.status === 503 || error.code === "PROOF_NEEDED") return false;
  if (call.by === "app") return call.writes && KEPT_OF_APP.includes(error.status);
  if (call.by === "public" && PROOFS.includes(error.code)) return true;
  if (!call.actor) return false;
  if (call.by === "public") return error.status === 403;
  return error.status === 403 || call.writes;
}

/** The record that a refused call was about, as far as its input names one: that of the address before those of the body. */
export function recordNamed(call: string, input: unknown): AuditEntry["record"] {
  if (typeof input !== "object" || input === null) return null;
  const entries = Object.entries(input);
  const isInAddress = ([key]: [string, unknown]) => key.endsWith("Id");
  for (const [key, value] of [...entries.filter(isInAddress), ...entries]) {
    // A record's name in a call's input is short; the key may be anything that somebody sent.
    const [, named] = /^(.{1,40})(?:Id|_id)$/.exec(key) ?? [];
    if (!named || typeof value !== "string" || !/^[0-9a-f-]{36}$/i.test(value)) continue;
    const type = named === "entry" ? entryType(call, input) : typeOf(call, named);
    if (type === null) return null;
    if (type) return { type, id: value.toLowerCase(), name: "" };
  }
  return null;
}

/**
 * null: what it names is no record; undefined: no kind of record is called so. Reports and events both have
 * categories, and call theirs `category_id`.
 */
function typeOf(call: string, named: string): RecordType | null | undefined {
  if (named === "category" && call.startsWith("event.")) return EVENT_CATEGORY;
  return RECORDS.has(named) ? RECORDS.get(named) : isRecordType(named) ? named : undefined;
}

/** An entry is one of the ledger, or of what citizens see: then the kind says which, or else the call alone. */
function entryType(call: string, input: object): RecordType {
  const kind = "kind" in input ? ENTRY_KINDS.find((each) => each === input.kind) : KINDS_OF_CALLS.get(call);
  return kind ? RECORD_TYPES[kind] : "ledger_entry";
}

const KINDS_OF_CALLS = new Map<string, EntryKind>([
  ["content.readAnnouncement", "announcements"],
  ["appConfig.voteFaq", "faq"],
]);

/**
 * Records that are called otherwise in a call's input than in the audit rows of calls that were not refused; null for what
 * those rows name no record of.
 */
const RECORDS = new Map<string, RecordType | null>([
  ["application", "grant_application"],
  ["balanceFile", "opening_balance_file"],
  ["batch", "grant_batch"],
  ["category", "ireport_category"],
  ["department", "ireport_department"],
  ["eventCategory", EVENT_CATEGORY],
  ["group", "user_group"],
  ["key", "language_key"],
  ["method", "payment_method"],
  ["miss", null],
  ["movement", "wallet_movement"],
  ["number", "emergency_number"],
  ["order", EVENT_ORDER],
  ["programme", "grant_programme"],
  ["template", "ireport_template"],
  ["ticketType", "ticket_type"],
]);
