import "server-only";
import { and, desc, eq, lt, not, notInArray, sql } from "drizzle-orm";
import type { RecordType } from "@/lib/contract/records";
import type { TimelineEntry } from "@/lib/contract/system-logs";
import type { Queryable } from "@/lib/server/db/client";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { historyWords } from "@/lib/server/system-logs/action-words";
import { actorEmail, actorOf, actorRefOf } from "@/lib/server/system-logs/actor";
import { bytesOfValues } from "@/lib/server/system-logs/shown-bytes";
import { changesInShort } from "./changes";
import { nameAdmins } from "./name-admins";

/**
 * Views are on record in the audit trail; on the record's own page they would bury what changed it. So would the ticks
 * of a checklist, which says itself who ticked what, unless a tick also took the request on.
 */
const VIEWS = [
  "kyc.document",
  "kyc.thumbnails",
  "ireport.photo",
  "ireport.thumbnails",
  "content.readAnnouncement",
  "appConfig.voteFaq",
  "appConfig.openBroadcast",
  "event.gateList",
  "grant.document",
];
/** What goes on at the doors and gates of an event is on its record many times a day, and no change of it. */
const AT_THE_DOORS = [
  "event.scan",
  "event.placeOrder",
  "event.expireOrders",
  "transaction.webhook",
  "transaction.requery",
];
const isMereTick = sql`(${auditTrails.action} = 'kyc.check' and not ${auditTrails.after} ? 'state')`;

/** So much of a history is read: rows, and bytes of what they changed. The newest row is always there. */
const MOST_ROWS = 200;
const MOST_BYTES = 1_000_000;

/**
 * What happened to a record, newest first: the audit trail is the only history there is. Of a long one the newest rows,
 * as far as they are not too much to read; the audit trail has them all.
 */
export async function timelineOf(db: Queryable, type: RecordType, id: string): Promise<TimelineEntry[]> {
  const { at, adminId, adminName, device, action, outcome, before, after } = auditTrails;
  const newest = db
    .select({
      ...{ id: auditTrails.id, at, adminId, adminName, device, action, outcome, before, after },
      adminEmail: actorEmail.as("admin_email"),
      // Of the rows that are newer than this one.
      newer: sql<string>`sum(${bytesOfValues}) over (order by ${auditTrails.id} desc) - (${bytesOfValues})`.as("newer"),
    })
    .from(auditTrails)
    .where(
      and(
        eq(auditTrails.recordType, type),
        eq(auditTrails.recordId, id),
        eq(auditTrails.outcome, "done"),
        notInArray(auditTrails.action, VIEWS),
        type === "event" ? notInArray(auditTrails.action, AT_THE_DOORS) : undefined,
        not(isMereTick),
      ),
    )
    .orderBy(desc(auditTrails.id))
    .limit(MOST_ROWS)
    .as("newest");
  const rows = await db
    .select()
    .from(newest)
    .where(lt(newest.newer, sql`${MOST_BYTES}`))
    .orderBy(desc(newest.id));
  const entries = rows.map((row) => ({
    id: String(row.id),
    at: row.at.toISOString(),
    by: actorRefOf(row),
    actor: actorOf(row),
    action: row.action,
    words: historyWords(row.action, type),
    outcome: row.outcome,
    changes: changesInShort(row.before, row.after),
  }));
  return nameAdmins(db, entries);
}
