import { route } from "./route";

/** Begins an upload past the API. The handler checks the right of the call that will receive the file. */
export const uploadsRoutes = {
  begin: route("POST", "/uploads", "signed-in", { derived: true, preference: true }),
};
