import { route } from "./route";

/** Routes for the citizen app's server that several modules build on. */
export const citizenRoutes = {
  upload: route("POST", "/app/uploads", "app", { upload: true, timeout: 120_000 }),
  beginUpload: route("POST", "/app/uploads/direct", "app", { derived: true, preference: true }),
  saveDevice: route("POST", "/app/devices", "app"),
  forgetDevice: route("DELETE", "/app/devices", "app"),
};
