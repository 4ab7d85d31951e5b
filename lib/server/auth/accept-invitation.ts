import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { registration } from "@/lib/contract/auth";
import { fullName, type PublicContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { admins } from "@/lib/server/db/schema/admin";
import { adminRecordRef } from "@/lib/server/records/admin-record";
import { refuseLookAlike } from "@/lib/server/rp/look-alike-names";
import { mailInviter } from "@/lib/server/rp/mail-inviter";
import { lockRightsChanges } from "@/lib/server/rp/rights-transaction";
import { toAuditActor } from "./active-admin";
import { hashCounterSubject, resetAttemptCounters } from "./attempt-limits";
import { hashSecret } from "./hash-secret";
import { consumeMailedReference, findAdminOfMailedLink, refuseMailedLink } from "./mailed-links";
import { revokeAllAccess } from "./session";

/**
 * Accepts an invitation (docs/rules.md, Auth): the admin becomes active with the invitation's roles and the name they enter. Email and
 * reference must match the invitation.
 * @throws 400 for an unusable reference; 429 after several unusable references, never for a usable one; 409 if the name resembles another
 * admin's, in which case the link stays valid
 */
export async function acceptInvitation(context: PublicContext, input: z.output<typeof registration>) {
  const { db, address } = context;
  const invited = await findAdminOfMailedLink(db, "invitation", input);
  if (!invited) return refuseMailedLink(context, input.email);
  context.setRefusalSubject(toAuditActor(invited));
  const passwordHash = await hashSecret(input.password);
  const admin = { ...invited, firstName: input.first_name, lastName: input.last_name };
  return context.transact(toAuditActor(admin), async (tx) => {
    await lockRightsChanges(tx);
    if (!(await consumeMailedReference(tx, "invitation", input.reference))) throw refuse.reference();
    const activated = await tx
      .update(admins)
      .set({
        firstName: admin.firstName,
        lastName: admin.lastName,
        passwordHash,
        status: "active",
        version: sql`${admins.version} + 1`,
      })
      .where(and(eq(admins.id, admin.id), eq(admins.status, "invited")));
    if (!activated.rowCount) throw refuse.reference();
    await refuseLookAlike(tx, admin);
    if (fullName(admin) !== fullName(invited)) await mailInviter(tx, { admin, invitedAs: fullName(invited) });
    await revokeAllAccess(tx, admin.id);
    const account = hashCounterSubject(admin.email);
    await resetAttemptCounters(tx, ["account", account], ["lane", [account, address]]);
    return {
      result: {},
      audit: {
        record: adminRecordRef(admin),
        before: { status: "invited", first_name: invited.firstName, last_name: invited.lastName },
        after: { status: "active", first_name: admin.firstName, last_name: admin.lastName },
      },
    };
  });
}
