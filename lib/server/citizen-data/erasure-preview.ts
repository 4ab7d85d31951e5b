import "server-only";
import { eq } from "drizzle-orm";
import { refuse } from "@/lib/server/api/errors";
import type { ApprovalPreview } from "@/lib/server/approvals/approval-preview";
import { users } from "@/lib/server/db/schema/user";
import { planErasure } from "./erasure-plan";

/**
 * Shows an approver whether the legal retention period of identity and payments has ended since the request. The erasure would then erase
 * more than the request lists. Other parts are not compared, because devices or pins change often.
 */
export const erasurePreview: ApprovalPreview = {
  async basis(db, { recordId }) {
    const [user] = await db.select().from(users).where(eq(users.id, recordId));
    if (!user) throw refuse.notFound("user");
    const { erased } = await planErasure(db, user);
    return { "Identity and payments": erased.includes("identity") || erased.includes("payments") ? "erased" : "kept" };
  },
};
