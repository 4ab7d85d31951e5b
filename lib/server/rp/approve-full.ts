import "server-only";
import { inArray } from "drizzle-orm";
import { z } from "zod";
import { isFull } from "@/lib/contract/access";
import { refuse } from "@/lib/server/api/errors";
import type { ApprovalHandler } from "@/lib/server/approvals/approval-handler";
import { roles } from "@/lib/server/db/schema/admin";
import { namesOf, setRoles } from "./assign-roles";
import { lockRights } from "./change-rights";
import { lockAdmin, rolesHeld } from "./read-admins";
import { rightsNow } from "./read-rights";

const payload = z.object({ role_ids: z.array(z.string()) });

/** Full administration that another full administrator approves: the roles hold from the decision on. */
export const approveFull: ApprovalHandler = {
  lock: lockRights,
  async approve(tx, approval) {
    const { role_ids } = payload.parse(approval.payload);
    // With the approver that makes two: the only full administrator makes another one with the setup key alone.
    const asker = await rightsNow(tx, approval.requestedBy);
    if (!asker || !isFull(asker))
      throw refuse.conflict(
        "The admin who asked for this is not a full administrator any more. Reject it; a full administrator can request it again.",
      );
    const admin = await lockAdmin(tx, approval.recordId);
    const wanted = role_ids.length ? await tx.select().from(roles).where(inArray(roles.id, role_ids)) : [];
    if (wanted.length < role_ids.length)
      throw refuse.conflict("A role of this request does not exist any more. Reject the request.");
    const held = (await rolesHeld(tx, [admin.id])).map(({ role }) => role);
    await setRoles(tx, admin.id, wanted);
    return { before: { roles: namesOf(held) }, after: { roles: namesOf(wanted) } };
  },
};
