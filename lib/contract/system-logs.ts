import { z } from "zod";
import { endpoint, id, instant, listInput, listOf, noInput, pageOf, personRef } from "./common";
import { exportFormat, exportLink, PAGING_KEYS } from "./exports";
import { systemLogsRoutes as routes } from "./system-logs.routes";
import {
  AUDIT_TRAIL_LIST,
  SYSTEM_PART_STATES,
  SYSTEM_PARTS,
  USER_ACTIVITY_ALL_LIST,
  USER_ACTIVITY_LIST,
} from "./system-logs.values";

/** One changed field with its values before and after. Secrets were removed before storing. */
const fieldChange = z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() });

/** The actor: an admin with their current email, or a citizen without email. */
const actorRef = personRef.extend({ email: z.string().nullable() });
/** The person who acted: an admin or a citizen. */
export type ActorRef = z.infer<typeof actorRef>;

/** An event in the history of a record. */
export const timelineEntry = z.object({
  id: z.string(),
  at: instant,
  /** The acting admin; null if the actor is not an admin. */
  by: actorRef.nullable(),
  /** Name of the actor: a person, or the part of the system that acted. */
  actor: z.string(),
  action: z.string(),
  /** The action as the record's own history shows it: "Claimed" instead of "Claimed a report". */
  words: z.string(),
  outcome: z.enum(["done", "refused"]),
  changes: z.array(fieldChange),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;

const auditTrailRow = z.object({
  id: z.string(),
  at: instant,
  admin: actorRef.nullable(),
  /** Name of the actor: a person, or the part of the system that acted. */
  actor: z.string(),
  action: z.string(),
  /** The action in words: "Approved a request". */
  action_words: z.string(),
  record: z.object({ type: z.string(), id: z.string(), name: z.string() }).nullable(),
  address: z.string(),
  outcome: z.enum(["done", "refused"]),
});
export type AuditTrailRow = z.infer<typeof auditTrailRow>;

/** Number of one person's actions, and the times of the first and last action. */
const userActivity = z.object({
  user: actorRef,
  actions: z.int(),
  sign_ins: z.int(),
  refused: z.int(),
  first_at: instant.nullable(),
  last_at: instant.nullable(),
  last_action: z.string().nullable(),
  last_action_words: z.string().nullable(),
});
/** Number of one person's actions, and the times of the first and last action. */
export type UserActivity = z.infer<typeof userActivity>;

/** One action of a person, completed or refused. */
const userActivityEntry = auditTrailRow.omit({ admin: true }).extend({ user: actorRef.nullable() });
/** One action of a person. */
export type UserActivityEntry = z.infer<typeof userActivityEntry>;

/** Status of one part of the product, shown as a line of the page "System Status". */
const statusLine = z.object({
  part: z.enum(SYSTEM_PARTS),
  state: z.enum(SYSTEM_PART_STATES),
  /** Time since which this part of the product has been failing, if known. */
  failing_since: instant.nullable(),
  last_success_at: instant.nullable(),
  /** Human-readable details as label and value: counts, names, or the last error message. */
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Next step for an admin, and the document that describes it; null if there is nothing to do. */
  next: z.object({ text: z.string(), document: z.string() }).nullable(),
});
/** Status of one part of the product on the page "System Status". */
export type SystemPartStatus = z.infer<typeof statusLine>;

const auditTrailInput = listInput(AUDIT_TRAIL_LIST);

/** Calls of System Logs: audit trail, activity and system status. */
export const systemLogCalls = {
  userActivities: endpoint(routes.userActivities, {
    summary: "Actions by person",
    input: listInput(USER_ACTIVITY_LIST),
    output: pageOf(userActivity),
  }),
  userActivityAll: endpoint(routes.userActivityAll, {
    summary: "Actions of all people, newest first",
    input: listInput(USER_ACTIVITY_ALL_LIST),
    output: pageOf(userActivityEntry),
  }),
  userActivity: endpoint(routes.userActivity, {
    summary: "Totals of one person",
    input: z.strictObject({ userId: id }),
    output: userActivity,
  }),
  people: endpoint(routes.people, {
    summary: "Admins in the audit trail, to choose from",
    input: noInput,
    output: listOf(actorRef),
  }),
  actions: endpoint(routes.actions, {
    summary: "Actions of the audit trail with their texts, to choose from",
    input: noInput,
    output: listOf(z.object({ action: z.string(), words: z.string() })),
  }),
  auditTrails: endpoint(routes.auditTrails, {
    summary: "Audit trail, newest first",
    input: auditTrailInput,
    output: pageOf(auditTrailRow),
  }),
  exportAuditTrails: endpoint(routes.exportAuditTrails, {
    summary: "Make a link that downloads the audit trail",
    done: "Exported the audit trail",
    input: auditTrailInput.omit(PAGING_KEYS).extend(exportFormat),
    output: exportLink,
  }),
  verify: endpoint(routes.verify, {
    summary: "Verify the hash chain of the audit trail",
    done: "Verified the audit trail",
    /**
     * `after`: newest position that an earlier call verified; 0 starts at the first row. With `from=verified`, the call starts
     * after the last position that any admin has verified, and ignores `after`.
     */
    input: z.strictObject({
      after: z.coerce.number<number | string>().int().min(0).max(1e15).default(0),
      from: z.enum(["after", "verified"]).default("after"),
    }),
    output: z.object({
      /** The newest verified position. Unless `finished`, the next call continues after this position. */
      checked: z.int(),
      rows: z.int(),
      /** Number of committed rows not yet added to the hash chain (sealed), normally those of the last second. */
      waiting: z.int(),
      /** Age in seconds of the oldest waiting row; 0 if no row waits. If it exceeds a minute, no server seals rows. */
      waiting_seconds: z.int(),
      finished: z.boolean(),
      /** The first bad row: its position in the chain, and its number in the audit trail, if known. */
      bad: z
        .object({
          position: z.int().nullable(),
          row: z.string().nullable(),
          message: z.string(),
          /** True if rows before the bad row changed too: their hashes differ from those of an earlier verification. */
          earlier_rows_changed: z.boolean(),
        })
        .nullable(),
      /** Number of rows whose hash was compared with its copy outside the database; null if this server stores no copies. */
      compared: z.int().nullable(),
      /** Number of rows whose personal part was erased. Their other parts are verified. */
      erased: z.int(),
      /** Number of rows erased by releases before migration 0025. Only their place in the chain is verified. */
      unverifiable: z.int(),
      /** Number of rows in archives. Only their place in the chain is verified; `npm run archive` verifies their content. */
      archived: z.int(),
      /** Last verification of the rows before this call's first row, and `complete_at`: time of the last verification of all rows. */
      earlier: z.object({ position: z.int(), at: instant, by: z.string(), complete_at: instant }).nullable(),
    }),
  }),
  status: endpoint(routes.status, {
    summary: "State of the parts that the product needs: database, mail, timed tasks and others",
    input: noInput,
    output: z.object({ at: instant, lines: z.array(statusLine) }),
  }),
  sendTestMail: endpoint(routes.sendTestMail, {
    summary: "Send a test mail to the caller",
    done: "Sent a test mail",
    input: noInput,
    output: z.object({}),
  }),
  auditTrail: endpoint(routes.auditTrail, {
    summary: "One audit row with its changes",
    input: z.strictObject({ auditTrailId: z.string().regex(/^\d{1,18}$/, "This is not a valid id.") }),
    output: auditTrailRow.extend({
      device: z.string(),
      request_id: z.string(),
      refusal: z.string().nullable(),
      changes: z.array(fieldChange),
      /** True if the row's name and changes were erased together with a citizen's data. */
      erased: z.boolean(),
      /** The row's place in the hash chain, and its hashes; null until the row is sealed, about a second after it was written. */
      position: z.int().nullable(),
      hash: z.string().nullable(),
      previous_hash: z.string().nullable(),
    }),
  }),
};
