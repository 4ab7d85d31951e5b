import "server-only";
import type { AdminRef } from "@/lib/contract/common";
import { adminLabel } from "@/lib/format";
import { fullName } from "@/lib/server/api/context";

/** Returns the reference to an admin for audit rows. */
export const adminRecordRef = (admin: { id: string; firstName: string; lastName: string }) => ({
  type: "admin" as const,
  id: admin.id,
  name: fullName(admin),
});

type NamedAdmin = { firstName: string; lastName: string; email: string };

/** Returns an admin's name with email for a sentence, where names could be ambiguous: "Ada Obi (ada@example.org)". */
export const nameWithEmail = (admin: NamedAdmin) => adminLabel({ name: fullName(admin), email: admin.email });

/** Returns the reference to an admin for API responses. */
export const toAdminRef = (admin: NamedAdmin & { id: string }): AdminRef => ({
  id: admin.id,
  name: fullName(admin),
  email: admin.email,
});
