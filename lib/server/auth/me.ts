import "server-only";
import type { SignedInAdmin } from "@/lib/server/api/context";

/** The caller as the dashboard names them. */
export const signedInAs = (admin: SignedInAdmin) => ({
  id: admin.id,
  first_name: admin.firstName,
  last_name: admin.lastName,
  email: admin.email,
});
