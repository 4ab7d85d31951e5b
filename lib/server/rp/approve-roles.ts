import "server-only";
import { eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { grantsOf, hasAllRights, mergeRights } from "@/lib/contract/access";
import { fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { ApprovalHandler } from "@/lib/server/approvals/approval-handler";
import { admins, roles } from "@/lib/server/db/schema/admin";
import { givenBy, giveRoles, namesOf } from "./assign-roles";
import { lockRights, withFullAdministratorCheck } from "./change-rights";
import { lockAdmin, rolesHeld } from "./read-admins";
import { rightsNow } from "./read-rights";
import { refuseAdminsWithMoreRights } from "./refuse-stronger";

const payload = z.object({ role_ids: z.array(z.string()), versions: z.array(z.int()).default([]) });

/** Applies an approved assignment of roles with sensitive rights. */
export const approveRoles: ApprovalHandler = {
  lock: lockRights,
  async approve(tx, approval, approverId) {
    const { role_ids, versions } = payload.parse(approval.payload);
    const admin = await lockAdmin(tx, approval.recordId);
    const wanted = role_ids.length ? await tx.select().from(roles).where(inArray(roles.id, role_ids)) : [];
    if (wanted.length < role_ids.length)
      throw refuse.conflict("A role of this request does not exist any more. Reject the request.");
    if (wanted.length && !versions.length)
      throw refuse.conflict(
        "This was requested before an update of the product. Reject it; it can be requested again.",
      );
    const changed = wanted.find(({ id, version }) => versions[role_ids.indexOf(id)] !== version);
    if (changed)
      throw refuse.conflict(
        `The role ${changed.name} has changed since the request. Reject it; it can be requested again.`,
      );
    const held = (await rolesHeld(tx, [admin.id])).map(({ role }) => role);
    const added = wanted.filter((role) => !held.some(({ id }) => id === role.id));
    const rights = grantsOf(mergeRights(added.map(({ features }) => features)));
    const [maker] = await tx.select().from(admins).where(eq(admins.id, approval.requestedBy));
    const asker = await rightsNow(tx, approval.requestedBy);
    if (!maker || !asker || !hasAllRights(asker, rights))
      throw refuse.conflict(
        "The admin who requested this no longer has these rights. Reject it; an admin who has them can request it again.",
      );
    const own = (await rightsNow(tx, approverId)) ?? [];
    if (!hasAllRights(own, givenBy(wanted, held)))
      throw refuse.forbidden("This would give rights that you don't have yourself. Ask a full administrator.");
    await refuseAdminsWithMoreRights(tx, admin.id, own);
    await withFullAdministratorCheck(tx, fullName(maker), () =>
      giveRoles(tx, { admin, wanted, held, by: maker, approvedBy: approverId }),
    );
    return { before: { roles: namesOf(held) }, after: { roles: namesOf(wanted) } };
  },
};
