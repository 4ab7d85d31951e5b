import { route } from "./route";

/** Routes for uploads and devices from the citizen app's server. Several modules use these uploads and devices. */
export const citizenRoutes = {
  upload: route("POST", "/app/uploads", "app", { upload: true, timeout: 120_000 }),
  beginUpload: route("POST", "/app/uploads/direct", "app", { derived: true, preference: true }),
  saveDevice: route("POST", "/app/devices", "app"),
  forgetDevice: route("DELETE", "/app/devices", "app"),
};
