import { accessPolicy } from "./access";
import { route } from "./route";

const createPolicy = accessPolicy("Roles & Permissions", "create");

/** Method, path and policy of the calls of the setup checklist. */
export const setupRoutes = {
  checklist: route("GET", "/setup", createPolicy),
  dismiss: route("PATCH", "/setup/dismissal", createPolicy),
  confirmBackup: route("PATCH", "/setup/backup", createPolicy),
  starterSet: route("GET", "/setup/starter-sets/{starterSet}", createPolicy),
  /** Loads a starter set. The caller also needs the right to create such records individually. */
  loadStarterSet: route("POST", "/setup/starter-sets/{starterSet}", createPolicy),
};
