import { route } from "./route";

/** Begins an upload straight to the file bucket. The handler checks the right for the call that will receive the file. */
export const uploadsRoutes = {
  begin: route("POST", "/uploads", "signed-in", { derived: true, preference: true }),
};
