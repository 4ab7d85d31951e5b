import "server-only";
import type { AdminRef } from "@/lib/contract/common";
import { adminWords } from "@/lib/format";
import { fullName } from "@/lib/server/api/context";

/** How the audit trail names an admin. */
export const adminRecord = (admin: { id: string; firstName: string; lastName: string }) => ({
  type: "admin" as const,
  id: admin.id,
  name: fullName(admin),
});

type Named = { firstName: string; lastName: string; email: string };

/** How a sentence names an admin who could be taken for another: "Ada Obi (ada@example.org)". */
export const nameWithEmail = (admin: Named) => adminWords({ name: fullName(admin), email: admin.email });

/** How answers name an admin. */
export const adminRefOf = (admin: Named & { id: string }): AdminRef => ({
  id: admin.id,
  name: fullName(admin),
  email: admin.email,
});
