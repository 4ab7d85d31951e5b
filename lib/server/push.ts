import "server-only";
import { env } from "@/lib/env";
import { api } from "./api/pipeline";
import { saveAdminDevice } from "./push/save-device";
import { sendTestPush } from "./push/send-test";

const { push: calls } = api;

/** Handlers of the `push.*` calls, with which admins register browsers for pushes. */
export const pushHandlers = {
  config: calls.config.handler(() => env().firebase ?? null),
  saveDevice: calls.saveDevice.handler(({ input, context }) => saveAdminDevice(context, input.device_token)),
  sendTest: calls.sendTest.handler(({ context }) => sendTestPush(context)),
};
