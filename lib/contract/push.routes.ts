import { route } from "./route";

export const pushRoutes = {
  config: route("GET", "/settings/admin/push", "signed-in", { nullable: true }),
  saveDevice: route("POST", "/settings/admin/dashboard", "signed-in"),
  sendTest: route("POST", "/users/admin/device-token", "signed-in", { timeout: 20_000 }),
};
