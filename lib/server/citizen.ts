import "server-only";
import { api } from "./api/spine";
import { forgetDevice, saveDevice } from "./citizen/app-devices";
import { storeUpload } from "./uploads/store";

/** Names no citizen: whose report a photo is for is nobody's business when the report is anonymous. */
const upload = api.citizen.upload.handler(async ({ context: { tx, app, audit, upload } }) => {
  const { answer, after } = await storeUpload(tx, { app: app.name }, upload);
  audit({ record: { type: "upload", id: answer.id, name: "" }, after });
  return answer;
});

export const citizen = {
  upload,
  saveDevice: api.citizen.saveDevice.handler(({ input, context }) => saveDevice(context, input)),
  forgetDevice: api.citizen.forgetDevice.handler(({ input, context }) => forgetDevice(context, input)),
};
