import "server-only";
import type { SignedInAdmin } from "@/lib/server/api/context";

/** Returns the signed-in admin's own data in the form of the API. */
export const profileOf = (admin: SignedInAdmin) => ({
  id: admin.id,
  first_name: admin.firstName,
  last_name: admin.lastName,
  email: admin.email,
});
