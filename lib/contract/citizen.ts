import { z } from "zod";
import { citizenRoutes as routes } from "./citizen.routes";
import { DEVICE_NAME_MAX, DEVICE_PLATFORMS } from "./citizen.values";
import { endpoint, id, oneLine } from "./common";
import { languageCode } from "./content-entries-drafts";
import { fileBody, upload } from "./uploads";
import { begunUpload, declaredFile } from "./uploads-direct";

/** A registration token of Firebase. At most 2,000 characters, so that the database can index the token. */
const deviceToken = z.string("Send the device's token.").regex(/^[\x21-\x7e]{1,2000}$/, "This is not a device token.");

/** Calls of the citizen app's server for uploads and devices, with descriptions and schemas. */
export const citizenCalls = {
  upload: endpoint(routes.upload, {
    summary:
      "Upload one JPEG, PNG, WebP, HEIC, AVIF or PDF, up to 10 MB, for a request or report that follows within a day",
    done: "Uploaded a file in the app",
    input: fileBody,
    output: upload,
  }),
  beginUpload: endpoint(routes.beginUpload, {
    summary: "Begin the upload of a file straight to the bucket; the call that uploads a file then completes it",
    done: "Began the upload of a file in the app",
    input: z.strictObject(declaredFile),
    output: begunUpload,
  }),
  saveDevice: endpoint(routes.saveDevice, {
    summary: "Register a device for push notifications to a citizen",
    done: "Saved a citizen's device",
    input: z.strictObject({
      user_id: id,
      device_token: deviceToken,
      platform: z.enum(DEVICE_PLATFORMS, `Use one of: ${DEVICE_PLATFORMS.join(", ")}.`),
      /** Name that the device's owner recognises, such as "Infinix Hot 40". Omit it to keep the current name. */
      name: oneLine(DEVICE_NAME_MAX, 1).optional(),
      /** Language of the app on the device; defaults to English. */
      language: languageCode.optional(),
    }),
    output: z.object({ devices: z.int() }),
  }),
  forgetDevice: endpoint(routes.forgetDevice, {
    summary: "Stop push notifications to a citizen's device",
    done: "Removed a citizen's device",
    input: z.strictObject({ user_id: id, device_token: deviceToken }),
    output: z.object({ devices: z.int() }),
  }),
};
