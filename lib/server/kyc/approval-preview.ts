import "server-only";
import { eq } from "drizzle-orm";
import { titleCase } from "@/lib/format";
import { refuse } from "@/lib/server/api/errors";
import type { ApprovalPreview } from "@/lib/server/approvals/approval-preview";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { users } from "@/lib/server/db/schema/user";
import { currentUserStatus } from "@/lib/server/user/status";

/** Shows the approver of a revocation the request's state, the user's tier and the account's status. */
export const revocationPreview: ApprovalPreview = {
  async basis(db, { recordId }) {
    const [found] = await db
      .select({ request: kycRequests, user: users })
      .from(kycRequests)
      .innerJoin(users, eq(users.id, kycRequests.userId))
      .where(eq(kycRequests.id, recordId));
    if (!found) throw refuse.notFound("identity request");
    const { request, user } = found;
    return {
      "State of the request": titleCase(request.state),
      "Tier of the user": String(user.tier),
      "Account of the user": currentUserStatus(user),
    };
  },
};
