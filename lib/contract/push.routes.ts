import { route } from "./route";

/** Method, path and policy of the calls for push in the dashboard. */
export const pushRoutes = {
  config: route("GET", "/settings/admin/push", "signed-in", { nullable: true }),
  saveDevice: route("POST", "/settings/admin/dashboard", "signed-in"),
  sendTest: route("POST", "/users/admin/device-token", "signed-in", { timeout: 20_000 }),
};
