import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { createBroadcast, deleteBroadcast, saveBroadcast } from "./broadcast/change-broadcast";
import "./broadcast/group-use";
import { listBroadcasts, readAudienceSize, readBroadcastDetails } from "./broadcast/list-broadcasts";
import { recordBroadcastOpened } from "./broadcast/open-broadcast";
import { cancelBroadcast, pauseBroadcast, resendToUnknownDevices } from "./broadcast/pause-and-cancel";
import { sendBroadcast } from "./broadcast/send-broadcast";
import { sendTestBroadcast } from "./broadcast/test-broadcast";

const { appConfig: calls } = api;

/** Handlers of the calls for broadcasts: notifications to many citizens. */
export const broadcastHandlers = {
  broadcasts: calls.broadcasts.handler(({ input, context: { db } }) => listBroadcasts(db, input)),
  broadcast: calls.broadcast.handler(({ input, context: { db } }) => readBroadcastDetails(db, input.broadcastId)),
  createBroadcast: calls.createBroadcast.handler(({ input, context }) => createBroadcast(context, input)),
  saveBroadcast: calls.saveBroadcast.handler(({ input, context }) => saveBroadcast(context, input)),
  deleteBroadcast: calls.deleteBroadcast.handler(({ input, context }) => deleteBroadcast(context, input)),
  countAudience: calls.countAudience.handler(({ input, context: { db } }) => readAudienceSize(db, input.audience)),
  testBroadcast: calls.testBroadcast.handler(({ input, context }) => sendTestBroadcast(context, input)),
  sendBroadcast: calls.sendBroadcast.handler(({ input, context }) => sendBroadcast(context, input)),
  pauseBroadcast: calls.pauseBroadcast.handler(({ input, context }) => pauseBroadcast(context, input)),
  cancelBroadcast: calls.cancelBroadcast.handler(({ input, context }) => cancelBroadcast(context, input)),
  resendUnknown: calls.resendUnknown.handler(({ input, context }) => resendToUnknownDevices(context, input)),
  openBroadcast: calls.openBroadcast.handler(({ input, context }) => recordBroadcastOpened(context, input)),
};
