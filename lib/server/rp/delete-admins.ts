import "server-only";
import { and, eq, isNull, ne } from "drizzle-orm";
import { rpRoutes } from "@/lib/contract/rp.routes";
import { STRONGER_ADMIN_MESSAGE } from "@/lib/contract/rp.values";
import { removeSignInKeys } from "@/lib/server/account/change-keys";
import { fullName, type WriteContext } from "@/lib/server/api/context";
import { cancelApprovalsOf } from "@/lib/server/approvals/request-approval";
import type { Transaction } from "@/lib/server/db/client";
import { adminRoles, admins, pinnedRecords } from "@/lib/server/db/schema/admin";
import { homeLayouts, homeVisits } from "@/lib/server/db/schema/home";
import { noticeSettings, notices } from "@/lib/server/db/schema/notices";
import { listSettings, savedViews } from "@/lib/server/db/schema/saved-views";
import { adminReferences } from "@/lib/server/db/schema/session";
import { adminRecordRef } from "@/lib/server/records/admin-record";
import { updateVersionedRecord } from "@/lib/server/records/version";
import { roleNamesOf } from "./assign-roles";
import { type Admin, readRolesHeld } from "./read-admins";
import { adminsWithMoreRights } from "./refuse-more-rights";
import { runRightsChange } from "./rights-transaction";
import { revokeSessionsAndClaims } from "./set-admin-status";

type DeleteResult = { id: string; name: string; deleted: boolean; message: string };

/**
 * Deletes the accounts that can be deleted, and returns a reason for each other account. Writes one audit row per account; an account
 * that was not deleted gets a refused row.
 */
export const deleteAdmins = (context: WriteContext, input: { accounts: string[] }) =>
  runRightsChange(context, rpRoutes.deleteAdmins, async ({ tx, own }) => {
    const results: DeleteResult[] = [];
    // Locks by id, so that two concurrent calls with the same accounts can't deadlock.
    const ids = [...new Set(input.accounts.map((id) => id.toLowerCase()))];
    const stronger = await adminsWithMoreRights(tx, ids, own);
    for (const id of [...ids].sort()) {
      const [admin] = await tx
        .select()
        .from(admins)
        .where(and(eq(admins.id, id), ne(admins.status, "deleted")))
        .for("update");
      const kept = refusalReason(admin, { caller: context.admin.id, stronger });
      const name = admin ? fullName(admin) : "Unknown account";
      results.push({ id, name, deleted: !kept, message: kept ?? "Deleted." });
      if (!admin || kept) {
        context.audit({
          record: admin ? adminRecordRef(admin) : { type: "admin", id, name },
          refusal: kept ?? GONE_MSG,
        });
        continue;
      }
      const heldRoleNames = roleNamesOf((await readRolesHeld(tx, [id])).map(({ role }) => role));
      const releasedEntries = await deleteOne(tx, admin);
      context.audit({
        record: adminRecordRef(admin),
        before: { status: admin.status, roles: heldRoleNames },
        after: { status: "deleted", roles: [] },
      });
      for (const entry of releasedEntries) context.audit(entry);
    }
    return { results: ids.flatMap((id) => results.find((result) => result.id === id) ?? []) };
  });

const GONE_MSG = "This account does not exist any more.";

function refusalReason(
  admin: Admin | undefined,
  { caller, stronger }: { caller: string; stronger: Set<string> },
): string | null {
  if (!admin) return GONE_MSG;
  if (admin.id === caller) return "You can't delete your own account. Ask another administrator to do it.";
  if (stronger.has(admin.id)) return STRONGER_ADMIN_MESSAGE;
  return null;
}

/** Marks an account as deleted, ends its mailed links and sessions, and deletes its own data. The account's row stays. @returns audit entries */
async function deleteOne(tx: Transaction, admin: Admin) {
  await updateVersionedRecord(tx, admins, admin.id, { status: "deleted" });
  await tx.delete(adminRoles).where(eq(adminRoles.adminId, admin.id));
  await removeSignInKeys(tx, admin.id);
  await tx
    .update(adminReferences)
    .set({ usedAt: new Date() })
    .where(and(eq(adminReferences.adminId, admin.id), isNull(adminReferences.usedAt)));
  const recordRef = { recordType: "admin" as const, recordId: admin.id };
  const cancelledRequests = await cancelApprovalsOf(tx, recordRef, "The admin that it is about was deleted.");
  const entries = [...cancelledRequests, ...(await revokeSessionsAndClaims(tx, admin.id, "deleted"))];
  await deleteOwnData(tx, admin.id);
  return entries;
}

/**
 * Deletes what only this admin saw: pinned records, notices and private views, which name citizens, and settings. Shared views stay. Call it
 * after the sessions have ended: what the admin's concurrent calls store is then either committed and deleted here, or refused.
 */
async function deleteOwnData(tx: Transaction, adminId: string): Promise<void> {
  await tx.delete(pinnedRecords).where(eq(pinnedRecords.adminId, adminId));
  await tx.delete(listSettings).where(eq(listSettings.adminId, adminId));
  // A saved view that was shared with a deleted role counts as private too.
  const isPrivate = and(ne(savedViews.audience, "everybody"), isNull(savedViews.roleId));
  await tx.delete(savedViews).where(and(eq(savedViews.ownerId, adminId), isPrivate));
  await tx.delete(homeLayouts).where(eq(homeLayouts.adminId, adminId));
  await tx.delete(homeVisits).where(eq(homeVisits.adminId, adminId));
  await tx.delete(notices).where(eq(notices.adminId, adminId));
  await tx.delete(noticeSettings).where(eq(noticeSettings.id, adminId));
}
