import "server-only";
import { eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { hasAllRights, mergeRights, toRightList } from "@/lib/contract/access";
import { fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { ApprovalHandler } from "@/lib/server/approvals/approval-handler";
import { admins, roles } from "@/lib/server/db/schema/admin";
import { rightsGained, roleNamesOf, setRolesAndNotify } from "./assign-roles";
import { readCurrentRights } from "./current-rights";
import { lockAdmin, readRolesHeld } from "./read-admins";
import { refuseAdminsWithMoreRights } from "./refuse-more-rights";
import { lockRightsChanges, withFullAdministratorCheck } from "./rights-transaction";

const payload = z.object({ role_ids: z.array(z.string()), versions: z.array(z.int()).default([]) });

/** Applies an approved assignment of roles with sensitive rights. */
export const approveRoleAssignment: ApprovalHandler = {
  lock: lockRightsChanges,
  async approve(tx, approval, approverId) {
    const { role_ids, versions } = payload.parse(approval.payload);
    const admin = await lockAdmin(tx, approval.recordId);
    const wantedRoles = role_ids.length ? await tx.select().from(roles).where(inArray(roles.id, role_ids)) : [];
    if (wantedRoles.length < role_ids.length)
      throw refuse.conflict("A role of this request does not exist any more. Reject the request.");
    if (wantedRoles.length && !versions.length)
      throw refuse.conflict(
        "This was requested before an update of the product. Reject it; it can be requested again.",
      );
    const changedRole = wantedRoles.find(({ id, version }) => versions[role_ids.indexOf(id)] !== version);
    if (changedRole)
      throw refuse.conflict(
        `The role ${changedRole.name} has changed since the request. Reject it; it can be requested again.`,
      );
    const heldRoles = (await readRolesHeld(tx, [admin.id])).map(({ role }) => role);
    const addedRoles = wantedRoles.filter((role) => !heldRoles.some(({ id }) => id === role.id));
    const rights = toRightList(mergeRights(addedRoles.map(({ features }) => features)));
    const [requester] = await tx.select().from(admins).where(eq(admins.id, approval.requestedBy));
    const requesterRights = await readCurrentRights(tx, approval.requestedBy);
    if (!requester || !requesterRights || !hasAllRights(requesterRights, rights))
      throw refuse.conflict(
        "The admin who requested this no longer has these rights. Reject it; an admin who has them can request it again.",
      );
    const approverRights = (await readCurrentRights(tx, approverId)) ?? [];
    if (!hasAllRights(approverRights, rightsGained(wantedRoles, heldRoles)))
      throw refuse.forbidden("This would give rights that you don't have yourself. Ask a full administrator.");
    await refuseAdminsWithMoreRights(tx, admin.id, approverRights);
    await withFullAdministratorCheck(tx, fullName(requester), () =>
      setRolesAndNotify(tx, { admin, wanted: wantedRoles, held: heldRoles, by: requester, approvedBy: approverId }),
    );
    return { before: { roles: roleNamesOf(heldRoles) }, after: { roles: roleNamesOf(wantedRoles) } };
  },
};
