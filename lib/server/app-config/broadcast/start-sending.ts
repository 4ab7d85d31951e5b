import "server-only";
import { and, desc, eq, lte, sql } from "drizzle-orm";
import { env } from "@/lib/env";
import { formatCount } from "@/lib/format";
import { inTransaction } from "@/lib/server/api/transaction";
import { requestApproval } from "@/lib/server/approvals/request-approval";
import type { Database, Queryable, Transaction } from "@/lib/server/db/client";
import { approvals } from "@/lib/server/db/schema/approvals";
import { broadcasts } from "@/lib/server/db/schema/broadcasts";
import { outbox } from "@/lib/server/db/schema/outbox";
import { updateVersionedRecord } from "@/lib/server/records/version";
import { type AudienceCount, countAudience, reachesMorePeopleThan } from "./count-audience";
import { whyDestinationUnavailable } from "./destination";
import { notifyOfBroadcastFailure } from "./notify-of-failure";
import { auditSystemBroadcastChange, type BroadcastRecord, broadcastRecordRef, lockBroadcast } from "./record";

/** Starts sending a broadcast, and queues the first turn in the same transaction. @returns the changed row */
export async function startSendingBroadcast(
  tx: Transaction,
  id: string,
  counted: AudienceCount,
): Promise<BroadcastRecord> {
  const started = await updateVersionedRecord(tx, broadcasts, id, {
    state: "sending",
    phase: "devices",
    startedAt: sql`now()`,
    people: counted.people,
    devices: counted.devices,
    withoutDevice: counted.without_device,
    turn: sql`${broadcasts.turn} + 1`,
    note: null,
    updatedAt: sql`now()`,
  });
  await queueSendingTurn(tx, started);
  return started;
}

/** Queues a sending turn of a broadcast. @param delay seconds until the turn may begin */
export async function queueSendingTurn(tx: Transaction, { id, turn }: Pick<BroadcastRecord, "id" | "turn">, delay = 0) {
  await tx.insert(outbox).values({
    kind: "broadcast",
    payload: { broadcastId: id, turn },
    nextAttemptAt: sql`now() + make_interval(secs => ${delay})`,
  });
}

/** Returns true if an audience of this size needs a second admin (docs/rules.md, Four eyes). */
export const audienceNeedsApproval = ({ people }: AudienceCount) => people > env().broadcastApprovalAbove;

/** Factor by which an audience may grow after its approval. */
const MAX_AUDIENCE_GROWTH = 1.1;

/** Returns true if an audience has grown beyond its approved size. */
export const exceedsApprovedAudience = (people: number, approvedCount: number) =>
  people > Math.floor(approvedCount * MAX_AUDIENCE_GROWTH);

/** Returns the largest audience that this broadcast may be sent to; null if there is no limit. */
function audienceLimitOf({
  approved,
  approvedPeople,
}: Pick<BroadcastRecord, "approved" | "approvedPeople">): number | null {
  const limit = env().broadcastApprovalAbove;
  if (!approved) return limit;
  return approvedPeople === null ? null : Math.max(limit, Math.floor(approvedPeople * MAX_AUDIENCE_GROWTH));
}

/**
 * Checks the audience size, which can grow during sending or a pause. Retries need no check, because they reach no new people.
 * @returns why sending needs approval to continue, and what to do; undefined if it may continue
 */
export async function whyAudienceNeedsApproval(db: Queryable, broadcast: BroadcastRecord): Promise<string | undefined> {
  const largest = audienceLimitOf(broadcast);
  if (largest === null || broadcast.phase === "retries") return undefined;
  if (!(await reachesMorePeopleThan(db, broadcast.audience, largest))) return undefined;
  const { people } = await countAudience(db, broadcast.audience);
  return `The audience is now ${formatCount(people)} people, and ${describeApproval(broadcast)}. Cancel this notification and send a new one to request approval. People who already received this one get the new one too.`;
}

/** Describes the approved audience size, or the limit above which approval is needed. */
const describeApproval = ({ approved, approvedPeople }: Pick<BroadcastRecord, "approved" | "approvedPeople">) =>
  approved && approvedPeople !== null
    ? `a second admin approved it for ${formatCount(approvedPeople)}`
    : `above ${formatCount(env().broadcastApprovalAbove)} a second admin has to approve`;

/** Maximum number of broadcasts that one run starts. The next run starts the rest. */
const MAX_PER_RUN = 20;

/**
 * Starts due broadcasts, each once. Runs every 15 s (process/timed-tasks.ts). Concurrent runs skip rows locked by each other.
 * @returns the number of started broadcasts
 */
export async function startDueBroadcasts(db: Database): Promise<number> {
  for (let count = 0; count < MAX_PER_RUN; count++) if (!(await inTransaction(db, startNextDue))) return count;
  return MAX_PER_RUN;
}

async function startNextDue(tx: Transaction): Promise<boolean> {
  const [due] = await tx
    .select({ id: broadcasts.id })
    .from(broadcasts)
    .where(and(eq(broadcasts.state, "scheduled"), lte(broadcasts.scheduledFor, sql`now()`)))
    .orderBy(broadcasts.scheduledFor)
    .limit(1)
    .for("no key update", { skipLocked: true });
  if (!due) return false;
  const broadcast = await lockBroadcast(tx, due.id);
  const counted = await countAudience(tx, broadcast.audience);
  const before = { state: broadcast.state };
  const closedReason = await whyDestinationUnavailable(tx, broadcast.destination, null);
  const largest = audienceLimitOf(broadcast);
  const isTooLarge = largest !== null && counted.people > largest;
  if (isTooLarge && broadcast.approved && !closedReason) {
    await requestApprovalAgain(tx, broadcast, counted);
    return true;
  }
  const note = closedReason ? `It was not sent. ${closedReason}` : isTooLarge && audienceGrownMessage(counted);
  if (note) {
    await updateVersionedRecord(tx, broadcasts, broadcast.id, {
      state: "draft",
      scheduledFor: null,
      approved: false,
      approvedPeople: null,
      note,
      updatedAt: sql`now()`,
    });
    await notifyOfBroadcastFailure(tx, broadcast, note);
    await auditSystemBroadcastChange(tx, "appConfig.broadcastHeld", broadcast, {
      before,
      after: { state: "draft", reason: note },
    });
    return true;
  }
  const { state, people, devices } = await startSendingBroadcast(tx, broadcast.id, counted);
  await auditSystemBroadcastChange(tx, "appConfig.broadcastStarted", broadcast, {
    before,
    after: { state, people, devices },
  });
  return true;
}

/** Error message for an audience that grew after scheduling: groups and rules are evaluated when sending starts. */
const audienceGrownMessage = ({ people }: AudienceCount) =>
  `It was not sent: its audience grew to ${formatCount(people)} people, and above ${formatCount(env().broadcastApprovalAbove)} a second admin has to approve. Send it again to ask for that.`;

/** If the audience grew by more than a tenth, requests approval again in the name of the previous requester. */
async function requestApprovalAgain(
  tx: Transaction,
  broadcast: BroadcastRecord,
  { people }: AudienceCount,
): Promise<void> {
  const [before] = await tx
    .select()
    .from(approvals)
    .where(
      and(
        eq(approvals.kind, "appConfig.sendBroadcast"),
        eq(approvals.recordId, broadcast.id),
        eq(approvals.state, "approved"),
      ),
    )
    .orderBy(desc(approvals.decidedAt))
    .limit(1);
  if (!before) throw new Error(`Broadcast ${broadcast.id} was approved by nobody.`);
  const note = `It was not sent: its audience is now ${formatCount(people)} people, and ${describeApproval(broadcast)}. It waits for approval again.`;
  const approval = await requestApproval(tx, {
    kind: "appConfig.sendBroadcast",
    record: broadcastRecordRef(broadcast),
    change: `Send “${broadcast.title}” to ${formatCount(people)} people now (${formatCount(broadcast.approvedPeople ?? 0)} were approved before)`,
    payload: { at: null, people },
    requestedBy: before.requestedBy,
    reason: before.reason,
  });
  await updateVersionedRecord(tx, broadcasts, broadcast.id, {
    state: "awaiting_approval",
    scheduledFor: null,
    approved: false,
    approvedPeople: null,
    note,
    updatedAt: sql`now()`,
  });
  await notifyOfBroadcastFailure(tx, broadcast, note);
  await auditSystemBroadcastChange(tx, "appConfig.broadcastHeld", broadcast, {
    before: { state: broadcast.state },
    after: { state: "awaiting_approval", awaiting_approval: approval.change, reason: note },
  });
}
