import "server-only";
import { api, apiWithDerivedResponseField } from "./api/pipeline";
import { forgetCitizenDevice, saveCitizenDevice } from "./citizen/app-devices";
import { beginUploadFromApp, uploadFromApp } from "./citizen/upload";
import { signedUploadRequestOf } from "./uploads/direct";

const { citizen: calls } = api;

/** Handlers of the `citizen.*` calls, which the citizen app makes for uploads and devices. */
export const citizenHandlers = {
  upload: calls.upload.handler(({ context }) => uploadFromApp(context)),
  beginUpload: apiWithDerivedResponseField({ field: "put", of: signedUploadRequestOf }).citizen.beginUpload.handler(
    ({ input, context }) => beginUploadFromApp(context, input),
  ),
  saveDevice: calls.saveDevice.handler(({ input, context }) => saveCitizenDevice(context, input)),
  forgetDevice: calls.forgetDevice.handler(({ input, context }) => forgetCitizenDevice(context, input)),
};
