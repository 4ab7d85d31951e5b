import "server-only";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { type FeatureAccess, hasAllRights, missingRights } from "@/lib/contract/access";
import { fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { ApprovalHandler } from "@/lib/server/approvals/approval-handler";
import { admins, roles } from "@/lib/server/db/schema/admin";
import { refuseNameTaken } from "@/lib/server/records/version";
import { findHoldersWhoGainRights, lockRole, roleAuditFields, saveRole } from "./change-role";
import { readCurrentRights } from "./current-rights";
import { roleHolderIds } from "./read-roles";
import { refuseHoldersWithMoreRights } from "./refuse-more-rights";
import { lockRightsChanges, withFullAdministratorCheck } from "./rights-transaction";

const payload = z.object({
  name: z.string(),
  description: z.string(),
  features: z.custom<FeatureAccess[]>(Array.isArray),
  version: z.int(),
});

/** Applies an approved role change that gives sensitive rights to the role's holders. */
export const approveRoleChange: ApprovalHandler = {
  lock: lockRightsChanges,
  async approve(tx, approval, approverId) {
    const { version, ...values } = payload.parse(approval.payload);
    const role = await lockRole(tx, approval.recordId);
    if (role.version !== version)
      throw refuse.conflict("The role has changed since the request. Reject it; it can be requested again.");
    const [requester] = await tx.select().from(admins).where(eq(admins.id, approval.requestedBy));
    const requesterRights = await readCurrentRights(tx, approval.requestedBy);
    if (!requester || !requesterRights || !hasAllRights(requesterRights, missingRights(values.features, role.features)))
      throw refuse.conflict(
        "The admin who requested this no longer has these rights. Reject it; an admin who has them can request it again.",
      );
    const grantedRights = (await findHoldersWhoGainRights(tx, role, values.features)).rights;
    const approverRights = (await readCurrentRights(tx, approverId)) ?? [];
    if (!hasAllRights(approverRights, grantedRights))
      throw refuse.forbidden("This would give rights that you don't have yourself. Ask a full administrator.");
    await refuseNameTaken(tx, roles, "role", { id: role.id, name: values.name });
    if (missingRights(role.features, values.features).length)
      await refuseHoldersWithMoreRights(tx, await roleHolderIds(tx, role.id), approverRights);
    await withFullAdministratorCheck(tx, fullName(requester), () =>
      saveRole(tx, role, values, { by: requester, approvedBy: approverId }),
    );
    return { before: roleAuditFields(role), after: roleAuditFields(values) };
  },
};
