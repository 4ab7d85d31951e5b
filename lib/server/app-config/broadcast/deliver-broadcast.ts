import "server-only";
import { and, eq, lte, sql } from "drizzle-orm";
import { env } from "@/lib/env";
import { inTransaction } from "@/lib/server/api/transaction";
import type { Database, Transaction } from "@/lib/server/db/client";
import { broadcastFailures, broadcasts } from "@/lib/server/db/schema/broadcasts";
import type { QueuedBroadcast } from "@/lib/server/db/schema/outbox";
import { isProcessStopping } from "@/lib/server/process/stopping";
import { fetchFirebaseAccessToken } from "@/lib/server/push/access-token";
import { FirebaseError } from "@/lib/server/push/firebase-error";
import { type FcmMessage, sendPushWithResults } from "@/lib/server/push/send-push";
import { claimDevices, claimDevicesToRetry, saveBatchResults } from "./claim-devices";
import { firebaseMessageOf } from "./message-for-device";
import { notifyOfBroadcastFailure } from "./notify-of-failure";
import { queueBroadcastMails } from "./queue-mails";
import { auditSystemBroadcastChange, type BroadcastRecord } from "./record";
import { lockSendingTurn, releaseSendingLease, type SendingTurn, startSendingTurn } from "./sending-lease";
import { queueSendingTurn, whyAudienceNeedsApproval } from "./start-sending";

/** Duration of one sending turn in ms: the time limit of an outbox row, minus time for the last batch. */
const TURN_MS = 12_000;
/** Maximum number of concurrent requests to Firebase. */
const CONCURRENCY = 50;
/** Delays in seconds before each retry of devices that Firebase could not serve. */
const RETRY_DELAYS_S = [60, 300, 900];
/** Minimum batch size for an automatic pause. If Firebase refuses every device of such a batch, the devices are not the cause. */
const MANY = 20;
/** Delay in seconds before the next turn if Firebase was unavailable for all devices of a batch. */
const PAUSE_SECONDS = 30;

/** Result of one step of sending. `next`: run another step immediately. `turn`: queue another turn after this many seconds. */
type StepResult = { next: true } | { turn: number } | "ended";

/**
 * Runs one turn of sending a broadcast: sends batches for some seconds, then queues the next turn. After a crash the
 * outbox retries the turn, which continues after the last started batch.
 * @throws if Firebase or the lease is unavailable, so that the outbox retries the row
 */
export async function deliverBroadcast(db: Database, queued: QueuedBroadcast): Promise<void> {
  if (isProcessStopping()) throw new Error("The server is about to end: another sends this turn.");
  const turn = await startSendingTurn(db, queued);
  if (!turn) return;
  try {
    const turnEnd = Date.now() + TURN_MS;
    const reason = await whyAudienceNeedsApproval(db, turn.broadcast);
    const message = await firebaseMessageOf(db, turn.broadcast);
    let step: StepResult = reason ? await pauseWithReason(db, turn, reason) : { next: true };
    while (step !== "ended" && "next" in step && Date.now() < turnEnd && !isProcessStopping())
      step = await runStep(db, turn, message);
    if (step !== "ended") await queueNextTurn(db, turn, "turn" in step ? step.turn : 0);
  } finally {
    await releaseSendingLease(db, turn);
  }
}

async function runStep(db: Database, turn: SendingTurn, message: FcmMessage): Promise<StepResult> {
  const [current] = await db.select({ phase: broadcasts.phase }).from(broadcasts).where(eq(broadcasts.id, turn.id));
  if (current?.phase === "mails") return runMailStep(db, turn);
  return sendStep(db, turn, message, current?.phase === "retries" ? claimDevicesToRetry : claimDevices);
}

async function sendStep(
  db: Database,
  turn: SendingTurn,
  message: FcmMessage,
  claim: typeof claimDevices,
): Promise<StepResult> {
  const account = env().firebaseServiceAccount;
  if (!account) return pauseWithReason(db, turn, NO_SETTINGS_MESSAGE);
  // Requests the access token before claiming devices, so that no device is claimed in vain.
  const refused = await fetchFirebaseAccessToken(account).then(
    () => false,
    (error) => isFirebaseRefusal(error),
  );
  if (refused) return pauseWithReason(db, turn, FIREBASE_ACCOUNT_REJECTED_MESSAGE);
  const claimed = await claim(db, turn);
  if (!claimed) return "ended";
  if (claimed.over) return enterNextPhase(db, turn);
  if (claimed.tokens.length === 0) return { next: true };
  const { answers, isAccountRefused } = await sendPushWithResults(account, claimed.tokens, message, CONCURRENCY);
  if (!(await saveBatchResults(db, turn, answers))) return "ended";
  const all = [...answers.values()];
  if (isAccountRefused && !all.includes("sent")) return pauseWithReason(db, turn, FIREBASE_ACCOUNT_REJECTED_MESSAGE);
  if (all.length >= MANY && all.every((answer) => answer === "refused")) return pauseWithReason(db, turn, PAUSE_REASON);
  return all.every((answer) => answer === "unavailable") ? { turn: PAUSE_SECONDS } : { next: true };
}

/** Returns true if Firebase refused the message or device. @throws all other errors, which a retry may solve */
function isFirebaseRefusal(error: unknown): boolean {
  if (error instanceof FirebaseError && error.kind === "refused") return true;
  throw error;
}

async function runMailStep(db: Database, turn: SendingTurn): Promise<StepResult> {
  const queued = await queueBroadcastMails(db, turn);
  if (!queued) return "ended";
  return queued.over ? enterNextPhase(db, turn) : { next: true };
}

/** Enters the next phase: devices, then mails, then retry rounds, then sent. */
function enterNextPhase(db: Database, turn: SendingTurn): Promise<StepResult> {
  return inTransaction(db, async (tx): Promise<StepResult> => {
    const broadcast = await lockSendingTurn(tx, turn);
    if (!broadcast) return "ended";
    const { id, phase, round, done } = broadcast;
    const set = (values: Partial<BroadcastRecord>) => tx.update(broadcasts).set(values).where(eq(broadcasts.id, id));
    if (phase === "devices") {
      // Sets the number of devices to those processed: devices that were deleted after the start got no message and do not count.
      await set({ phase: "mails", devices: done });
      return { next: true };
    }
    const next = phase === "mails" ? 1 : round + 1;
    const wait = RETRY_DELAYS_S[next - 1];
    if (wait === undefined || !(await hasRetries(tx, id, next))) return finishBroadcast(tx, broadcast);
    await set({ phase: "retries", round: next });
    return { turn: wait };
  });
}

async function hasRetries(tx: Transaction, id: string, round: number): Promise<boolean> {
  const [one] = await tx
    .select({ token: broadcastFailures.token })
    .from(broadcastFailures)
    .where(
      and(
        eq(broadcastFailures.broadcastId, id),
        eq(broadcastFailures.reason, "unavailable"),
        lte(broadcastFailures.tries, round),
      ),
    )
    .limit(1);
  return one !== undefined;
}

async function finishBroadcast(tx: Transaction, broadcast: BroadcastRecord): Promise<StepResult> {
  const { sent, mails, gone, refused, unavailable, unknown } = broadcast;
  await tx
    .update(broadcasts)
    .set({ state: "sent", phase: null, endedAt: sql`now()`, ...VERSION_BUMP })
    .where(eq(broadcasts.id, broadcast.id));
  await auditSystemBroadcastChange(tx, "appConfig.broadcastSent", broadcast, {
    before: { state: broadcast.state },
    after: { state: "sent", sent, ...withoutZeros({ mails, gone, refused, unavailable, unknown }) },
  });
  return "ended";
}

const withoutZeros = (counts: Record<string, number>) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));

const VERSION_BUMP = { updatedAt: sql`now()`, version: sql`${broadcasts.version} + 1` };

const NO_SETTINGS_MESSAGE =
  "Firebase is not set up on this server. Ask operations to set FIREBASE_SERVICE_ACCOUNT, then resume.";
/** Error message for admins if Firebase rejects the service account. */
export const FIREBASE_ACCOUNT_REJECTED_MESSAGE =
  "Firebase does not accept this server's messages. Ask operations to check FIREBASE_SERVICE_ACCOUNT, then resume.";

const PAUSE_REASON =
  "Firebase refused every device of the last batch, so the message or the settings may be wrong. Check both, then resume or cancel.";

/** Pauses the broadcast instead of trying every device without success. */
function pauseWithReason(db: Database, turn: SendingTurn, note: string): Promise<StepResult> {
  return inTransaction(db, async (tx): Promise<StepResult> => {
    const broadcast = await lockSendingTurn(tx, turn);
    if (!broadcast) return "ended";
    await tx
      .update(broadcasts)
      .set({ state: "paused", note, turn: turn.turn + 1, ...VERSION_BUMP })
      .where(eq(broadcasts.id, turn.id));
    await notifyOfBroadcastFailure(tx, broadcast, note);
    await auditSystemBroadcastChange(tx, "appConfig.broadcastPaused", broadcast, {
      before: { state: broadcast.state },
      after: { state: "paused", reason: note },
    });
    return "ended";
  });
}

/** Queues the next turn and ends this one in the same transaction, so that there is never more than one valid turn. */
function queueNextTurn(db: Database, turn: SendingTurn, delay: number): Promise<void> {
  return inTransaction(db, async (tx) => {
    const broadcast = await lockSendingTurn(tx, turn);
    if (!broadcast) return;
    const next = { id: turn.id, turn: turn.turn + 1 };
    await tx
      .update(broadcasts)
      .set({ turn: next.turn, leaseId: null, leaseUntil: null })
      .where(eq(broadcasts.id, next.id));
    await queueSendingTurn(tx, next, delay);
  });
}
