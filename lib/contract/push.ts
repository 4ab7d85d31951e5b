import { z } from "zod";
import { endpoint, noInput } from "./common";
import { pushRoutes as routes } from "./push.routes";

/** Public Firebase settings, with which a browser registers for pushes. */
const pushConfig = z.object({
  api_key: z.string(),
  project_id: z.string(),
  app_id: z.string(),
  messaging_sender_id: z.string(),
  vapid_key: z.string(),
});
export type PushConfig = z.infer<typeof pushConfig>;

/** A Firebase registration token: normally about 160 characters. At most 2,000, so that the database can index the token. */
const deviceToken = z.string("Enter text.").regex(/^[\x21-\x7e]{1,2000}$/, "This is not a device token.");

/** Calls for push in the dashboard, with descriptions and schemas. */
export const pushCalls = {
  /** Push settings that browsers need; null if push is not configured. */
  config: endpoint(routes.config, {
    summary: "Settings that a browser needs to receive push notifications",
    input: noInput,
    output: pushConfig.nullable(),
  }),
  saveDevice: endpoint(routes.saveDevice, {
    summary: "Save the device token of this browser",
    done: "Saved a device for push notifications",
    input: z.strictObject({ device_token: deviceToken }),
    output: z.object({}),
  }),
  /** `sent`: number of devices for which Firebase accepted the push; 0 if the caller has no devices. */
  sendTest: endpoint(routes.sendTest, {
    summary: "Send a test push to the caller's devices",
    done: "Sent a test push",
    input: noInput,
    output: z.object({ sent: z.int() }),
  }),
};
