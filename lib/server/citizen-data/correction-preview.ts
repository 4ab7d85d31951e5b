import "server-only";
import { eq } from "drizzle-orm";
import { refuse } from "@/lib/server/api/errors";
import type { ApprovalPreview } from "@/lib/server/approvals/approval-preview";
import { users } from "@/lib/server/db/schema/user";
import { currentUserStatus } from "@/lib/server/user/status";

/**
 * Shows an approver the user's tier and account status, and whether they changed since the request. Omits contact details, because the
 * audit trail records what changed.
 */
export const correctionPreview: ApprovalPreview = {
  async basis(db, { recordId }) {
    const [user] = await db.select().from(users).where(eq(users.id, recordId));
    if (!user) throw refuse.notFound("user");
    return { "Tier of the user": String(user.tier), "Account of the user": currentUserStatus(user) };
  },
};
