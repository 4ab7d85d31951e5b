import "server-only";
import { eq } from "drizzle-orm";
import { refuse } from "@/lib/server/api/errors";
import type { ApprovalPreview } from "@/lib/server/approvals/approval-preview";
import { users } from "@/lib/server/db/schema/user";
import { currentUserStatus } from "@/lib/server/user/status";

/** Shows an approver whether the account changed since the request. Contains no contact details: the audit trail records changes. */
export const correctionPreview: ApprovalPreview = {
  async basis(db, { recordId }) {
    const [user] = await db.select().from(users).where(eq(users.id, recordId));
    if (!user) throw refuse.notFound("user");
    return { "Tier of the user": String(user.tier), "Account of the user": currentUserStatus(user) };
  },
};
