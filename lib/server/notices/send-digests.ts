import "server-only";
import { and, eq, isNotNull, isNull, lte, ne, or } from "drizzle-orm";
import { inTransaction } from "@/lib/server/api/transaction";
import { lagosDayOf } from "@/lib/server/base/time";
import type { Database, Transaction } from "@/lib/server/db/client";
import { noticeSettings } from "@/lib/server/db/schema/notices";
import { outbox } from "@/lib/server/db/schema/outbox";
import { composeDigest } from "./compose-digest";
import { lagosHour } from "./lagos-hour";

/** Maximum number of mails per run. The next run, a minute later, continues with the rest. */
const MAX_PER_RUN = 500;

/**
 * Sends admins who chose it a daily mail about their unread notices, from the chosen hour on. A timed task runs it every minute
 * (process/timed-tasks.ts). Of several servers, the one that marks the day as done queues the mail, in the same transaction.
 * @returns the number of admins whose day is done
 */
export async function sendDigests(db: Database, now = new Date()): Promise<number> {
  for (let count = 0; count < MAX_PER_RUN; count++)
    if (!(await inTransaction(db, (tx) => sendNextDigest(tx, now)))) return count;
  return MAX_PER_RUN;
}

async function sendNextDigest(tx: Transaction, now: Date): Promise<boolean> {
  const today = lagosDayOf(now);
  const [due] = await tx
    .select({ id: noticeSettings.id })
    .from(noticeSettings)
    .where(
      and(
        isNotNull(noticeSettings.digestHour),
        lte(noticeSettings.digestHour, lagosHour(now)),
        or(isNull(noticeSettings.digestedOn), ne(noticeSettings.digestedOn, today)),
      ),
    )
    .orderBy(noticeSettings.id)
    .limit(1)
    .for("update", { skipLocked: true });
  if (!due) return false;
  await tx.update(noticeSettings).set({ digestedOn: today }).where(eq(noticeSettings.id, due.id));
  const payload = { digestFor: due.id, day: today };
  if (await composeDigest(tx, payload)) await tx.insert(outbox).values({ kind: "bulk_mail", payload });
  return true;
}
