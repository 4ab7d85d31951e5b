import { route } from "./route";

/** What every module behind the citizen app's door stands on. */
export const citizenRoutes = {
  upload: route(
    "POST",
    "/app/uploads",
    "app",
    "Send one JPEG, PNG, WebP or PDF, up to 10 MB, for a request or report that follows within a day",
    { done: "Uploaded a file in the app", upload: true, timeout: 120_000 },
  ),
  saveDevice: route("POST", "/app/devices", "app", "Register a device for the pushes of one citizen", {
    done: "Saved a citizen's device",
  }),
  forgetDevice: route("DELETE", "/app/devices", "app", "Stop a citizen's pushes to a device", {
    done: "Removed a citizen's device",
  }),
};
