import "server-only";
import { fullName } from "@/lib/server/api/context";

/** How the audit trail names an admin. */
export const adminRecord = (admin: { id: string; firstName: string; lastName: string }) => ({
  type: "admin",
  id: admin.id,
  name: fullName(admin),
});
