import "server-only";
import { and, asc, eq, isNull, lt, or, sql } from "drizzle-orm";
import { DISPUTE_DUE_SOON_HOURS } from "@/lib/contract/dispute.values";
import { routes } from "@/lib/contract/routes";
import { formatDateTime, formatMoney } from "@/lib/format";
import { inTransaction } from "@/lib/server/api/transaction";
import type { Database, Transaction } from "@/lib/server/db/client";
import { disputes } from "@/lib/server/db/schema/dispute";
import { notifyAdmins } from "@/lib/server/notices/notify";
import { readAdminsHolding } from "@/lib/server/rp/current-rights";
import { type DisputeRecord, disputeRecordRef, lockDispute } from "./dispute-record";

/** Hours before the due time at which admins are reminded. 0: the dispute is late. */
const REMINDER_HOURS = [DISPUTE_DUE_SOON_HOURS, 4, 0] as const;
type Step = "opened" | (typeof REMINDER_HOURS)[number];

const TITLES: Record<Step, string> = {
  opened: "A dispute needs an answer",
  24: "A dispute is due within 24 hours",
  4: "A dispute is due within 4 hours",
  0: "A dispute is late",
};

const HOUR_MS = 3_600_000;
const BATCH_SIZE = 200;
/** Earliest due time of disputes that cause notices, so that a first import of old disputes sends none. */
const LOOK_BACK = sql`now() - interval '7 days'`;

/** Notifies the admins who may answer, once for each step and due time. */
export async function notifyDisputeAnswerers(tx: Transaction, dispute: DisputeRecord, step: Step): Promise<void> {
  const { policy } = routes.transaction.answerDispute;
  const admins = typeof policy === "string" ? [] : await readAdminsHolding(tx, [policy]);
  const due = formatDateTime(dispute.dueAt.toISOString());
  const text =
    step === 0
      ? `The answer was due on ${due}. ${formatMoney(dispute.amount)} are claimed back. Ask the provider what can be done.`
      : `${formatMoney(dispute.amount)} are claimed back. Accept or contest it by ${due}.`;
  await notifyAdmins(
    tx,
    admins.map(({ id }) => id),
    {
      kind: "dispute",
      record: disputeRecordRef(dispute),
      cause: `dispute:${dispute.id}:${step === "opened" ? step : `${dispute.dueAt.getTime()}:${step}`}`,
      params: { title: TITLES[step], text },
    },
  );
}

/**
 * Reminds admins of unanswered disputes 24 and 4 hours before they are due, and when they are late. Several servers may run it
 * concurrently: each locks the dispute.
 * @returns number of reminders
 */
export async function remindOfDisputes(db: Database, now = new Date()): Promise<number> {
  const time = sql`${now.toISOString()}::timestamptz`;
  const dueSteps = REMINDER_HOURS.map((hours) => {
    const from = sql`${disputes.dueAt} - make_interval(hours => ${hours}::int)`;
    return and(sql`${from} <= ${time}`, or(isNull(disputes.remindedAt), lt(disputes.remindedAt, from)));
  });
  const rows = await db
    .select({ id: disputes.id })
    .from(disputes)
    .where(
      and(
        eq(disputes.state, "needs_answer"),
        isNull(disputes.sentAt),
        sql`${disputes.dueAt} > ${LOOK_BACK}`,
        or(...dueSteps),
      ),
    )
    .orderBy(asc(disputes.dueAt), asc(disputes.id))
    .limit(BATCH_SIZE);
  let count = 0;
  for (const { id } of rows) if (await inTransaction(db, (tx) => remind(tx, id, now))) count++;
  return count;
}

async function remind(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const dispute = await lockDispute(tx, id);
  if (dispute?.state !== "needs_answer" || dispute.sentAt) return false;
  const startOf = (hours: number) => dispute.dueAt.getTime() - hours * HOUR_MS;
  // Sends only the latest reminder that is due: a dispute that is fetched 3 hours before its due time causes one reminder, not two.
  const step = REMINDER_HOURS.filter((hours) => startOf(hours) <= now.getTime()).at(-1);
  if (step === undefined || (dispute.remindedAt && dispute.remindedAt.getTime() >= startOf(step))) return false;
  await tx.update(disputes).set({ remindedAt: now }).where(eq(disputes.id, id));
  await notifyDisputeAnswerers(tx, dispute, step);
  return true;
}
