import "server-only";
import { api } from "./api/pipeline";
import { forgetDevice, saveDevice } from "./citizen/app-devices";
import { uploadFromApp } from "./citizen/upload";

const { citizen: calls } = api;

export const citizen = {
  upload: calls.upload.handler(({ context }) => uploadFromApp(context)),
  saveDevice: calls.saveDevice.handler(({ input, context }) => saveDevice(context, input)),
  forgetDevice: calls.forgetDevice.handler(({ input, context }) => forgetDevice(context, input)),
};
