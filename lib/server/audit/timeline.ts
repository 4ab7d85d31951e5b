import "server-only";
import { and, desc, eq, lt, not, notInArray, sql } from "drizzle-orm";
import type { RecordType } from "@/lib/contract/record-kinds";
import type { TimelineEntry } from "@/lib/contract/system-logs";
import type { Queryable } from "@/lib/server/db/client";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { historyWords } from "@/lib/server/system-logs/action-words";
import { actorEmail, actorName, actorRefOf } from "@/lib/server/system-logs/actor";
import { bytesOfValues } from "@/lib/server/system-logs/row-size";
import { changesForHistory } from "./changes";
import { replaceAdminIdsByNames } from "./name-admins";

/**
 * Actions omitted from a record's own history: views, which would hide its changes, and checklist ticks, which the
 * checklist shows. A tick that also started the review is kept. The audit trail has all of them.
 */
const VIEW_ACTIONS = [
  "kyc.document",
  "kyc.thumbnails",
  "ireport.photo",
  "ireport.thumbnails",
  "content.readAnnouncement",
  "appConfig.voteFaq",
  "appConfig.openBroadcast",
  "event.gateList",
  "grant.document",
  "reconciliation.addStatementLines",
];
/** Frequent actions of ticket orders, scans and payments. An event's history omits them, because they do not change the event. */
const ROUTINE_EVENT_ACTIONS = [
  "event.scan",
  "event.placeOrder",
  "event.expireOrders",
  "transaction.webhook",
  "transaction.requery",
];
const isChecklistTick = sql`(${auditTrails.action} = 'kyc.check' and not ${auditTrails.after} ? 'state')`;

/** Limits of a history: number of rows, and bytes of their changes. The newest row is always included. */
const MAX_ROWS = 200;
const MAX_BYTES = 1_000_000;

/** Returns a record's history from the audit trail, newest first. Truncates a long history to its newest rows. */
export async function readRecordTimeline(db: Queryable, type: RecordType, id: string): Promise<TimelineEntry[]> {
  const { at, adminId, adminName, device, action, outcome, before, after } = auditTrails;
  const newest = db
    .select({
      ...{ id: auditTrails.id, at, adminId, adminName, device, action, outcome, before, after },
      adminEmail: actorEmail.as("admin_email"),
      erased: sql<boolean>`${auditTrails.recordName} is null`.as("erased"),
      // Total bytes of the rows newer than this one.
      newer: sql<string>`sum(${bytesOfValues}) over (order by ${auditTrails.id} desc) - (${bytesOfValues})`.as("newer"),
    })
    .from(auditTrails)
    .where(
      and(
        eq(auditTrails.recordType, type),
        eq(auditTrails.recordId, id),
        eq(auditTrails.outcome, "done"),
        notInArray(auditTrails.action, VIEW_ACTIONS),
        type === "event" ? notInArray(auditTrails.action, ROUTINE_EVENT_ACTIONS) : undefined,
        not(isChecklistTick),
      ),
    )
    .orderBy(desc(auditTrails.id))
    .limit(MAX_ROWS)
    .as("newest");
  const rows = await db
    .select()
    .from(newest)
    .where(lt(newest.newer, sql`${MAX_BYTES}`))
    .orderBy(desc(newest.id));
  const entries = rows.map((row) => ({
    id: String(row.id),
    at: row.at.toISOString(),
    by: actorRefOf(row),
    actor: actorName(row),
    action: row.action,
    words: `${historyWords(row.action, type)}${row.erased ? " (details erased on request)" : ""}`,
    outcome: row.outcome,
    changes: changesForHistory(row.before, row.after),
  }));
  return replaceAdminIdsByNames(db, entries);
}
