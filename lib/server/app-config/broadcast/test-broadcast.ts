import "server-only";
import { env } from "@/lib/env";
import { pluralize } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { log } from "@/lib/server/base/log";
import { deleteDeviceTokens, readDeviceTokens, updateDeviceTokensLastUsed } from "@/lib/server/push/device-tokens";
import { sendToDevices } from "@/lib/server/push/send-push";
import { rejectStaleBroadcast } from "./change-broadcast";
import { readBroadcastDetails } from "./list-broadcasts";
import { firebaseMessageOf } from "./message-for-device";
import { broadcastById, broadcastRecordRef } from "./record";
import { refuseWithoutFirebase } from "./send-broadcast";

/**
 * Sends a broadcast to the admin's own browsers as a test, without its picture, because pictures of drafts are not
 * served. Waits for Google's response, so that the admin sees the result.
 * @throws 404; 409 if it has changed, Firebase is not configured, or no browser is registered; 503 if Firebase is
 * unavailable
 */
export async function sendTestBroadcast(
  { tx, admin, audit }: WriteContext,
  input: { broadcastId: string; version: number },
) {
  const broadcast = await broadcastById(tx, input.broadcastId);
  await rejectStaleBroadcast(tx, broadcast, input.version);
  await refuseWithoutFirebase(tx, broadcast);
  const tokens = await readDeviceTokens(tx, admin.id);
  const account = env().firebaseServiceAccount;
  if (tokens.length === 0 || !account)
    throw refuse.conflict(NO_DEVICE_MSG, await readBroadcastDetails(tx, broadcast.id));
  const { sent, gone, problem } = await sendToDevices(
    account,
    tokens,
    await firebaseMessageOf(tx, { ...broadcast, imageId: null }),
  );
  if (problem) log.warn({ reason: problem.message }, "Firebase did not accept a test");
  if (problem && sent.length === 0) throw refuse.push("Firebase did not accept the test. Try again in a minute.");
  await updateDeviceTokensLastUsed(tx, sent);
  await deleteDeviceTokens(tx, gone);
  audit({ record: broadcastRecordRef(broadcast), after: { step: "test", sent: sent.length, gone: gone.length } });
  const message = resultMessage(sent.length, broadcast.imageId !== null);
  return { sent: sent.length, gone: gone.length, message };
}

const NO_DEVICE_MSG =
  "None of your browsers receives push notifications. Allow notifications in this browser when it asks, or in its settings for this site, then reload the page.";

const resultMessage = (sent: number, hasPicture: boolean) => {
  if (sent === 0) return "None of your browsers is there any more. Load this page again to register this one.";
  const picture = hasPicture ? " A test has no picture; citizens get it." : "";
  return `Sent to ${pluralize(sent, "browser")} of yours. It shows while this tab is not in front.${picture}`;
};
