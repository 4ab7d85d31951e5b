import { route } from "./route";

/** What every module behind the citizen app's door stands on. */
export const citizenRoutes = {
  upload: route("POST", "/app/uploads", "app", { upload: true, timeout: 120_000 }),
  saveDevice: route("POST", "/app/devices", "app"),
  forgetDevice: route("DELETE", "/app/devices", "app"),
};
