import { route } from "./route";

export const pushRoutes = {
  saveDevice: route("POST", "/settings/admin/dashboard", "signed-in", "Save the device token of this browser"),
  sendTest: route("POST", "/users/admin/device-token", "signed-in", "Send a test push to the caller's devices"),
};
