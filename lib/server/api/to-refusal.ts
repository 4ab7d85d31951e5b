import "server-only";
import { ORPCError, ValidationError } from "@orpc/server";
import { CONTENT_ENTRY_KINDS, type ContentEntryKind } from "@/lib/contract/content-entries.values";
import { isRecordType, type RecordType } from "@/lib/contract/record-kinds";
import { shorten, truncateText } from "@/lib/contract/words.values";
import { formatCount } from "@/lib/format";
import type { AuditEntry } from "@/lib/server/audit/audit";
import { log } from "@/lib/server/base/log";
import { CONTENT_ENTRY_RECORD_TYPES } from "@/lib/server/content-entries/record";
import type { Transaction } from "@/lib/server/db/client";
import { WRITE_AFTER_REFUSAL_LIMIT_MS, withWaitBudget } from "@/lib/server/db/wait-budget";
import { EVENT_CATEGORY_RECORD_TYPE, EVENT_ORDER_RECORD_TYPE } from "@/lib/server/event/record";
import { redactRefusal } from "./balances-in-refusals";
import { auditCall, type PipelineCall } from "./call";
import { isDatabaseUnavailable, MAX_REFUSAL_FIELDS, MAX_REFUSAL_MESSAGE_LENGTH, Refusal, refuse } from "./errors";
import { inTransaction } from "./transaction";

/** Converts an error thrown by a call to the error for the client, redacted for the caller's rights. Writes its audit rows. */
export async function refusalOf(call: PipelineCall, thrown: unknown): Promise<unknown> {
  const error = toRefusal(thrown);
  if (!(error instanceof Refusal)) return error;
  if (error.afterwards) await writeAfterRefusal(call, error.afterwards, "what follows from a refusal");
  if (isRefusalAudited(error, call)) {
    const record = call.record ?? recordOfInput(call.name, call.input);
    const rows = error.rows ?? [{ record, refusal: error.message }];
    await writeAfterRefusal(call, (tx) => auditCall(tx, call, rows), "the audit row of a refusal");
  }
  return redactRefusal(error, call.rights);
}

/** Runs a write after a refusal in its own transaction. Only logs errors, because the client waits for the refusal. */
const writeAfterRefusal = (call: PipelineCall, run: (tx: Transaction) => Promise<void>, what: string) =>
  withWaitBudget(WRITE_AFTER_REFUSAL_LIMIT_MS, () => inTransaction(call.db, run)).catch((failure) =>
    log.error({ err: failure, call: call.name }, `${what} could not be written`),
  );

/** Converts errors to refusals: invalid input to a 400 with a message per field, an unreachable database to a 503. */
function toRefusal(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  if (isDatabaseUnavailable(error)) {
    log.warn({ err: error }, "the database is out of reach");
    return refuse.unavailable();
  }
  const invalid = error instanceof ORPCError && error.code === "BAD_REQUEST" && error.cause instanceof ValidationError;
  if (!invalid || !(error.cause instanceof ValidationError)) return error;
  return invalidInputRefusal(error.cause.issues);
}

/** Returns a 400 that names at most `MAX_REFUSAL_FIELDS` fields and counts the remaining faults. */
function invalidInputRefusal(issues: ValidationError["issues"]): Refusal {
  const fields = new Map<string, string>();
  let moreFaults = 0;
  for (const { path = [], message } of issues) {
    const field = path.map((part) => String(typeof part === "object" ? part.key : part)).join(".");
    if (fields.has(field)) continue;
    if (fields.size < MAX_REFUSAL_FIELDS) fields.set(field, message);
    else moreFaults++;
  }
  const [field = "", message = "is not valid"] = [...fields][0] ?? [];
  fields.delete("");
  const prefix = field ? `Check "${truncateText(field, 80)}": ` : "Check the request: ";
  const suffix = moreFaults ? ` ${formatCount(moreFaults)} more faults are not named here.` : "";
  return refuse.badInput(
    shorten(prefix + message, MAX_REFUSAL_MESSAGE_LENGTH - suffix.length) + suffix,
    Object.fromEntries(fields),
  );
}

/** Error codes of failed sign-in attempts (password, code, mailed link). They are audited although the caller is unknown. */
const SIGN_IN_ERROR_CODES = ["CREDENTIALS", "CODE", "CODE_SPENT", "REFERENCE"];
/** HTTP statuses of refused app writes that are audited. Other statuses mean faulty requests of the app, or rate limits. */
const AUDITED_APP_STATUSES = [403, 404, 409];

/**
 * Returns true if a refusal is audited: refused calls of known admins, failed sign-ins, refused writes of the app, and its calls outside
 * the groups of its key. Not audited: rate limits (too many rows), requests without a session, and calls that need a new proof of identity.
 */
export function isRefusalAudited(error: Refusal, { actor, writes, meta: { policy } }: PipelineCall): boolean {
  if (error.status === 429 || error.status === 503 || error.code === "PROOF_NEEDED") return false;
  if (policy === "app") return error.code === "KEY_LIMITED" || (writes && AUDITED_APP_STATUSES.includes(error.status));
  if (policy === "public" && SIGN_IN_ERROR_CODES.includes(error.code)) return true;
  if (!actor) return false;
  return error.status === 403 || (policy !== "public" && writes);
}

/** Returns the record whose id the input of a refused call contains, if any. Path parameters take precedence over body fields. */
export function recordOfInput(call: string, input: unknown): AuditEntry["record"] {
  if (typeof input !== "object" || input === null) return null;
  const entries = Object.entries(input);
  const isPathParameter = ([key]: [string, unknown]) => key.endsWith("Id");
  for (const [key, value] of [...entries.filter(isPathParameter), ...entries]) {
    // Limits the length of a key, because a client may send any key.
    const [, recordName] = /^(.{1,40})(?:Id|_id)$/.exec(key) ?? [];
    if (recordName === "item" && Number.isSafeInteger(Number(value)))
      return { type: "reconciliation_item", id: String(value), name: "" };
    if (!recordName || typeof value !== "string" || !/^[0-9a-f-]{36}$/i.test(value)) continue;
    const type = recordName === "entry" ? recordTypeOfEntryId(call, input) : recordTypeOf(call, recordName);
    if (type === null) return null;
    if (type) return { type, id: value.toLowerCase(), name: "" };
  }
  return null;
}

/**
 * Returns the audit record type of an input's id field. The call's name decides for `category_id`, which reports and events both have.
 * @param named the field's name without `Id` or `_id`
 * @returns null if audit rows have no such type; undefined for an unknown field
 */
function recordTypeOf(call: string, named: string): RecordType | null | undefined {
  if (named === "category" && call.startsWith("event.")) return EVENT_CATEGORY_RECORD_TYPE;
  return RECORD_TYPES_BY_INPUT.has(named) ? RECORD_TYPES_BY_INPUT.get(named) : isRecordType(named) ? named : undefined;
}

/** Returns the record type of an `entryId` (ledger entry or published content), by `kind` or the call's name. */
function recordTypeOfEntryId(call: string, input: object): RecordType {
  const kind =
    "kind" in input ? CONTENT_ENTRY_KINDS.find((each) => each === input.kind) : CONTENT_ENTRY_KINDS_BY_CALL.get(call);
  return kind ? CONTENT_ENTRY_RECORD_TYPES[kind] : "ledger_entry";
}

const CONTENT_ENTRY_KINDS_BY_CALL = new Map<string, ContentEntryKind>([
  ["content.readAnnouncement", "announcements"],
  ["appConfig.voteFaq", "faq"],
]);

/** Record types by field name in an input, where audit rows use another name. Null if audit rows have no such type. */
const RECORD_TYPES_BY_INPUT = new Map<string, RecordType | null>([
  ["appKey", "app_key"],
  ["application", "grant_application"],
  ["balanceFile", "opening_balance_file"],
  ["batch", "grant_batch"],
  ["category", "ireport_category"],
  ["department", "ireport_department"],
  ["eventCategory", EVENT_CATEGORY_RECORD_TYPE],
  ["group", "user_group"],
  ["key", "language_key"],
  ["method", "payment_method"],
  ["miss", null],
  ["movement", "wallet_movement"],
  ["number", "emergency_number"],
  ["order", EVENT_ORDER_RECORD_TYPE],
  ["programme", "grant_programme"],
  ["template", "ireport_template"],
  ["ticketType", "ticket_type"],
]);
