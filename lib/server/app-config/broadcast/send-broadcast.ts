import "server-only";
import { eq, sql } from "drizzle-orm";
import type { broadcastCalls } from "@/lib/contract/app-config-broadcasts";
import type { InputOf } from "@/lib/contract/common";
import { formatCount, formatDateTime } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { requestApproval } from "@/lib/server/approvals/request-approval";
import type { Transaction } from "@/lib/server/db/client";
import { broadcasts } from "@/lib/server/db/schema/broadcasts";
import { refuseUnlessDraft } from "./change-broadcast";
import { type AudienceCount, countAudience } from "./count-audience";
import { whyDestinationUnavailable } from "./destination";
import { missingFirebaseSettings, readBroadcastDetails } from "./list-broadcasts";
import { type BroadcastRecord, broadcastRecordRef, lockBroadcast } from "./record";
import { audienceNeedsApproval, startSendingBroadcast } from "./start-sending";

type SendInput = InputOf<typeof broadcastCalls.sendBroadcast>;

/**
 * Sends a broadcast now or at a set time. Requests approval instead if the audience is larger than the configured
 * limit.
 * @throws 404; 400 for a time in the past, a destination that citizens can't open, or a missing reason; 409 with the
 * current broadcast if it has changed, is not a draft, has no recipients, or Firebase is not configured
 */
export async function sendBroadcast({ tx, admin, audit }: WriteContext, input: SendInput) {
  const broadcast = await lockBroadcast(tx, input.broadcastId);
  await refuseUnlessDraft(tx, broadcast, input.version);
  await refuseWithoutFirebase(tx, broadcast);
  const at = parseSendTime(input.at);
  const closedReason = await whyDestinationUnavailable(tx, broadcast.destination, at);
  if (closedReason) throw refuse.badInput(closedReason, { "destination.target": closedReason });
  const counted = await countAudience(tx, broadcast.audience);
  await refuseEmptyAudience(tx, broadcast, counted);
  const record = broadcastRecordRef(broadcast);
  const before = { state: broadcast.state };
  const { people, devices } = counted;
  if (audienceNeedsApproval(counted)) {
    const reason = input.reason?.trim() ?? "";
    if (reason.length < 3) throw refuse.badInput(REASON_REQUIRED_MESSAGE, { reason: REASON_REQUIRED_MESSAGE });
    const timeText = at ? `on ${formatDateTime(at.getTime())}` : "now";
    const approval = await requestApproval(tx, {
      kind: "appConfig.sendBroadcast",
      record,
      change: `Send “${broadcast.title}” to ${formatCount(people)} people ${timeText}`,
      payload: { at: at?.toISOString() ?? null, people },
      requestedBy: admin.id,
      reason,
    });
    await updateBroadcast(tx, broadcast.id, { state: "awaiting_approval", scheduledFor: at });
    audit({ record, before, after: { state: "awaiting_approval", awaiting_approval: approval.change, reason } });
  } else {
    const state = await sendOrScheduleBroadcast(tx, broadcast.id, { at, counted, approvedPeople: null });
    audit({ record, before, after: { state, scheduled_for: at?.toISOString() ?? null, people, devices } });
  }
  return readBroadcastDetails(tx, broadcast.id);
}

/** Starts or schedules sending a broadcast. @param approvedPeople approved audience size, or null @returns the new state */
export async function sendOrScheduleBroadcast(
  tx: Transaction,
  id: string,
  { at, counted, approvedPeople }: { at: Date | null; counted: AudienceCount; approvedPeople: number | null },
): Promise<BroadcastRecord["state"]> {
  const approvalFields = { approved: approvedPeople !== null, approvedPeople };
  if (!at) {
    await tx
      .update(broadcasts)
      .set({ scheduledFor: null, ...approvalFields })
      .where(eq(broadcasts.id, id));
    return (await startSendingBroadcast(tx, id, counted)).state;
  }
  await updateBroadcast(tx, id, { state: "scheduled", scheduledFor: at, ...approvalFields });
  return "scheduled";
}

const updateBroadcast = (tx: Transaction, id: string, values: Partial<BroadcastRecord>) =>
  tx
    .update(broadcasts)
    .set({ ...values, note: null, updatedAt: sql`now()`, version: sql`${broadcasts.version} + 1` })
    .where(eq(broadcasts.id, id));

const REASON_REQUIRED_MESSAGE = "Enter the reason, in a few words. Shown to the approver.";

/**
 * Rejects sending or testing a broadcast while settings for Firebase are missing; editing works without them.
 * @throws 409 with the current broadcast and a message that names the settings
 */
export async function refuseWithoutFirebase(tx: Transaction, { id }: Pick<BroadcastRecord, "id">): Promise<void> {
  const missing = missingFirebaseSettings();
  if (missing.length === 0) return;
  throw refuse.conflict(
    `Notifications can't be sent from this server yet. Ask operations to set ${missing.join(", ")}.`,
    await readBroadcastDetails(tx, id),
  );
}

/** Tolerance in ms, because a form is submitted some time after its time was chosen. */
const PAST_TOLERANCE_MS = 60_000;
const MAX_SCHEDULE_AHEAD_MS = 366 * 86_400_000;

/** Parses the scheduled time. @returns null to send immediately. @throws 400 */
function parseSendTime(at: string | null): Date | null {
  if (at === null) return null;
  const msAhead = new Date(at).getTime() - Date.now();
  const message =
    msAhead < -PAST_TOLERANCE_MS ? "This time has passed. Choose a later one." : "Choose a time within the next year.";
  if (msAhead < -PAST_TOLERANCE_MS || msAhead > MAX_SCHEDULE_AHEAD_MS) throw refuse.badInput(message, { at: message });
  return msAhead <= 0 ? null : new Date(at);
}

/** Rejects a broadcast that nobody in its audience would receive. @throws 409 with the current broadcast */
export async function refuseEmptyAudience(
  tx: Transaction,
  broadcast: BroadcastRecord,
  { people, devices, without_device }: AudienceCount,
): Promise<void> {
  if (devices > 0 || (broadcast.mailWithoutDevice && without_device > 0)) return;
  throw refuse.conflict(
    people === 0
      ? "Nobody matches this audience. Choose another."
      : "Nobody in this audience has a device. Choose another audience, or mail people without a device.",
    await readBroadcastDetails(tx, broadcast.id),
  );
}
