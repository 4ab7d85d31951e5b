import { route } from "./route";

export const pushRoutes = {
  config: route("GET", "/settings/admin/push", "signed-in", "What a browser needs to receive pushes"),
  saveDevice: route("POST", "/settings/admin/dashboard", "signed-in", "Save the device token of this browser", {
    done: "Saved a device for push notifications",
  }),
  sendTest: route("POST", "/users/admin/device-token", "signed-in", "Send a test push to the caller's devices", {
    done: "Sent a test push",
    // Google is asked twice, and each answer may take its time.
    timeout: 20_000,
  }),
};
