import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { broadcastFailures, broadcasts } from "@/lib/server/db/schema/broadcasts";
import { updateVersionedRecord } from "@/lib/server/records/version";
import { rejectStaleBroadcast } from "./change-broadcast";
import { readBroadcastDetails } from "./list-broadcasts";
import { resumeBroadcastMails } from "./queue-mails";
import { type BroadcastRecord, broadcastRecordRef, lockBroadcast } from "./record";
import { refuseWithoutFirebase } from "./send-broadcast";
import { queueSendingTurn, whyAudienceNeedsApproval } from "./start-sending";

type BroadcastVersion = { broadcastId: string; version: number };

/**
 * Pauses or resumes sending. A batch in progress is finished first.
 * @throws 404; 409 with the current broadcast if it has changed, is not sending or paused, or its audience now needs approval
 */
export async function pauseBroadcast({ tx, audit }: WriteContext, input: BroadcastVersion & { paused: boolean }) {
  const broadcast = await lockBroadcast(tx, input.broadcastId);
  const requiredState = input.paused ? "sending" : "paused";
  if (broadcast.state !== requiredState)
    throw refuse.conflict(
      input.paused
        ? "This notification is not being sent, so there is nothing to pause."
        : "This notification is not paused.",
      await readBroadcastDetails(tx, broadcast.id),
    );
  await rejectStaleBroadcast(tx, broadcast, input.version);
  if (!input.paused) {
    await refuseWithoutFirebase(tx, broadcast);
    const reason = await whyAudienceNeedsApproval(tx, broadcast);
    if (reason) throw refuse.conflict(reason, await readBroadcastDetails(tx, broadcast.id));
  }
  const changed = await saveBroadcastChange(tx, broadcast, {
    state: input.paused ? "paused" : "sending",
    note: null,
    turn: broadcast.turn + 1,
  });
  if (!input.paused) {
    await queueSendingTurn(tx, changed);
    await resumeBroadcastMails(tx, changed.id);
  }
  audit({
    record: broadcastRecordRef(broadcast),
    before: { state: broadcast.state },
    after: { state: changed.state, ...progressOf(changed) },
  });
  return readBroadcastDetails(tx, broadcast.id);
}

/**
 * Cancels a broadcast; unsent messages stay unsent. A scheduled one becomes a draft again.
 * @throws 404; 409 with the current broadcast if it has changed or there is nothing to cancel
 */
export async function cancelBroadcast({ tx, audit }: WriteContext, input: BroadcastVersion) {
  const broadcast = await lockBroadcast(tx, input.broadcastId);
  const { state } = broadcast;
  if (state !== "scheduled" && state !== "sending" && state !== "paused")
    throw refuse.conflict(
      state === "awaiting_approval"
        ? "This notification awaits approval. Withdraw the request for it instead."
        : "There is nothing left to cancel.",
      await readBroadcastDetails(tx, broadcast.id),
    );
  await rejectStaleBroadcast(tx, broadcast, input.version);
  const isScheduled = state === "scheduled";
  const changed = await saveBroadcastChange(
    tx,
    broadcast,
    isScheduled
      ? { state: "draft", scheduledFor: null, approved: false, approvedPeople: null }
      : { state: "cancelled", endedAt: new Date(), phase: null, note: null, turn: broadcast.turn + 1 },
  );
  audit({
    record: broadcastRecordRef(broadcast),
    before: { state },
    after: { state: changed.state, ...(isScheduled ? {} : progressOf(changed)) },
  });
  return readBroadcastDetails(tx, broadcast.id);
}

/**
 * Resends to devices whose result is unknown after a crash or a lost response. A device that gets the message twice shows it once.
 * @throws 404; 409 with the current broadcast if it has changed, is not sent yet, or has no such devices
 */
export async function resendToUnknownDevices({ tx, audit }: WriteContext, input: BroadcastVersion) {
  const broadcast = await lockBroadcast(tx, input.broadcastId);
  const { unknown } = broadcast;
  if (broadcast.state !== "sent" || unknown === 0)
    throw refuse.conflict(
      unknown === 0
        ? "No devices have an unknown result."
        : broadcast.state === "cancelled"
          ? "This notification was cancelled, so it can't be sent again."
          : "This is possible once everything else was sent.",
      await readBroadcastDetails(tx, broadcast.id),
    );
  await rejectStaleBroadcast(tx, broadcast, input.version);
  await refuseWithoutFirebase(tx, broadcast);
  await tx
    .update(broadcastFailures)
    .set({ reason: "unavailable", tries: 0 })
    .where(and(eq(broadcastFailures.broadcastId, broadcast.id), eq(broadcastFailures.reason, "unknown")));
  const changed = await saveBroadcastChange(tx, broadcast, {
    state: "sending",
    phase: "retries",
    round: 0,
    unknown: 0,
    unavailable: broadcast.unavailable + unknown,
    endedAt: null,
    turn: broadcast.turn + 1,
  });
  await queueSendingTurn(tx, changed);
  audit({
    record: broadcastRecordRef(broadcast),
    before: { state: broadcast.state },
    after: { state: changed.state, sent_again_to: unknown },
  });
  return readBroadcastDetails(tx, broadcast.id);
}

const progressOf = ({ sent, done, devices }: BroadcastRecord) => ({ sent, done, devices });

async function saveBroadcastChange(
  tx: Transaction,
  { id }: BroadcastRecord,
  values: Partial<BroadcastRecord>,
): Promise<BroadcastRecord> {
  const changed = await updateVersionedRecord(tx, broadcasts, id, { ...values, updatedAt: sql`now()` });
  return changed;
}
