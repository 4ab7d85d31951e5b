import "server-only";
import { and, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import { formatTime, pluralize } from "@/lib/format";
import { fullName } from "@/lib/server/api/context";
import { inTransaction } from "@/lib/server/api/transaction";
import { appendAudit } from "@/lib/server/audit/audit";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import type { Database, Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { turnedAway } from "@/lib/server/db/schema/session";
import { adminRecordRef } from "@/lib/server/records/admin-record";

const UNKNOWN_SUBJECT = "unknown";
/** Minimum seconds between two audit rows about throttled sign-ins of the same admin, or of unknown emails. */
const ROW_INTERVAL_S = 300;
/** Seconds without a new attempt after which a burst of throttled sign-ins is over. */
const BURST_END_S = 30;

/** Counts a throttled sign-in attempt, also for an unknown email. @param mailed number of codes mailed despite the throttling */
export async function countThrottledSignIn(db: Queryable, adminId: string | null, address: string, mailed = 0) {
  await db.execute(sql`
    insert into turned_away as t (subject, times, mailed, address, first_at, last_at)
    values (${adminId ?? UNKNOWN_SUBJECT}, 1, ${mailed}::int, ${address}, now(), now())
    on conflict (subject) do update set times = t.times + 1, mailed = t.mailed + excluded.mailed,
      address = excluded.address, last_at = now(), first_at = case when t.times = 0 then now() else t.first_at end`);
}

/**
 * Writes the counted throttled sign-in attempts to the audit trail: one row per admin, and one for all unknown emails together. Waits until
 * a burst is over or has lasted five minutes. A scheduled task (process/timed-tasks.ts).
 */
export async function writeThrottledSignIns(db: Database, now = new Date()): Promise<void> {
  const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
  const isDue = and(
    gt(turnedAway.times, 0),
    or(isNull(turnedAway.recordedAt), lt(turnedAway.recordedAt, secondsAgo(ROW_INTERVAL_S))),
    or(lt(turnedAway.lastAt, secondsAgo(BURST_END_S)), lt(turnedAway.firstAt, secondsAgo(ROW_INTERVAL_S))),
  );
  for (const { subject } of await db.select({ subject: turnedAway.subject }).from(turnedAway).where(isDue))
    await inTransaction(db, async (tx) => {
      const isThisSubject = and(eq(turnedAway.subject, subject), isDue);
      const [counted] = await tx.select().from(turnedAway).where(isThisSubject).for("update");
      if (!counted) return; // Another instance has written the row.
      await tx.update(turnedAway).set({ times: 0, mailed: 0, recordedAt: now }).where(eq(turnedAway.subject, subject));
      const [admin] = subject === UNKNOWN_SUBJECT ? [] : await tx.select().from(admins).where(eq(admins.id, subject));
      const record = admin ? adminRecordRef(admin) : null;
      await appendAudit(tx, {
        ...systemAuditRow("auth.login", { record }, describeBurst(counted)),
        adminId: admin?.id ?? null,
        adminName: admin ? fullName(admin) : "Unknown email",
        address: counted.address,
      });
    });
}

function describeBurst({ times, mailed, firstAt, lastAt }: typeof turnedAway.$inferSelect): string {
  const [from, to] = [firstAt, lastAt].map((at) => formatTime(at.getTime()));
  const timeText = from === to ? `at ${from}` : `between ${from} and ${to}`;
  const attemptsText = pluralize(times, "sign-in was", "sign-ins were");
  const codes = pluralize(mailed, "code was", "codes were");
  const also = mailed ? ` The password was right ${mailed === 1 ? "once" : `${mailed} times`}: ${codes} mailed.` : "";
  return `Too many tries: ${attemptsText} told to wait ${timeText}, Lagos time.${also}`;
}
