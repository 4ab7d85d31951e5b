import { needs } from "./access";
import { route } from "./route";

const create = needs("Roles & Permissions", "create");

export const setupRoutes = {
  checklist: route("GET", "/setup", create),
  dismiss: route("PATCH", "/setup/dismissal", create),
  confirmBackup: route("PATCH", "/setup/backup", create),
  starterSet: route("GET", "/setup/starter-sets/{starterSet}", create),
  /** The caller also needs the right to create such records individually. */
  loadStarterSet: route("POST", "/setup/starter-sets/{starterSet}", create),
};
