import "server-only";
import type { AdminRef } from "@/lib/contract/common";
import { fullName } from "@/lib/server/api/context";

/** How the audit trail names an admin. */
export const adminRecord = (admin: { id: string; firstName: string; lastName: string }) => ({
  type: "admin" as const,
  id: admin.id,
  name: fullName(admin),
});

/** How answers name an admin. */
export const adminRefOf = (admin: { id: string; firstName: string; lastName: string; email: string }): AdminRef => ({
  id: admin.id,
  name: fullName(admin),
  email: admin.email,
});
