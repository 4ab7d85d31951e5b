import "server-only";
import { and, eq, isNull, ne } from "drizzle-orm";
import { rpRoutes } from "@/lib/contract/rp.routes";
import { STRONGER } from "@/lib/contract/rp.values";
import { removeKeys } from "@/lib/server/account/change-keys";
import { fullName, type WriteContext } from "@/lib/server/api/context";
import { cancelRequestsOf } from "@/lib/server/approvals/request-approval";
import type { Transaction } from "@/lib/server/db/client";
import { adminRoles, admins } from "@/lib/server/db/schema/admin";
import { adminReferences } from "@/lib/server/db/schema/session";
import { adminRecord } from "@/lib/server/records/admin-record";
import { saveVersion } from "@/lib/server/records/version";
import { namesOf } from "./assign-roles";
import { changeRights } from "./change-rights";
import { type Admin, rolesHeld } from "./read-admins";
import { strongerAmong } from "./refuse-stronger";
import { shutOut } from "./set-admin-status";

type Result = { id: string; name: string; deleted: boolean; message: string };

/**
 * Deletes what can be deleted and says of each other account why not. One audit row for each account, so that each
 * finds it in its own history; one that stays is on record as refused.
 */
export const deleteAdmins = (context: WriteContext, input: { accounts: string[] }) =>
  changeRights(context, rpRoutes.deleteAdmins, async ({ tx, own }) => {
    const results: Result[] = [];
    // In one order for everybody, so that two who delete the same accounts do not wait for each other.
    const ids = [...new Set(input.accounts.map((id) => id.toLowerCase()))];
    const stronger = await strongerAmong(tx, ids, own);
    for (const id of [...ids].sort()) {
      const [admin] = await tx
        .select()
        .from(admins)
        .where(and(eq(admins.id, id), ne(admins.status, "deleted")))
        .for("update");
      const kept = whyNot(admin, { caller: context.admin.id, stronger });
      const name = admin ? fullName(admin) : "Unknown account";
      results.push({ id, name, deleted: !kept, message: kept ?? "Deleted." });
      if (!admin || kept) {
        context.audit({ record: admin ? adminRecord(admin) : { type: "admin", id, name }, refusal: kept ?? GONE });
        continue;
      }
      const held = namesOf((await rolesHeld(tx, [id])).map(({ role }) => role));
      const released = await deleteOne(tx, admin);
      context.audit({
        record: adminRecord(admin),
        before: { status: admin.status, roles: held },
        after: { status: "deleted", roles: [] },
      });
      for (const entry of released) context.audit(entry);
    }
    return { results: ids.flatMap((id) => results.find((result) => result.id === id) ?? []) };
  });

const GONE = "This account does not exist any more.";

function whyNot(
  admin: Admin | undefined,
  { caller, stronger }: { caller: string; stronger: Set<string> },
): string | null {
  if (!admin) return GONE;
  if (admin.id === caller) return "You can't delete your own account. Ask another administrator to do it.";
  if (stronger.has(admin.id)) return STRONGER;
  return null;
}

/** The row stays for the audit trail; its address is free again, its links and sessions are dead. @returns as shutOut. */
async function deleteOne(tx: Transaction, admin: Admin) {
  await saveVersion(tx, admins, admin.id, { status: "deleted" });
  await tx.delete(adminRoles).where(eq(adminRoles.adminId, admin.id));
  await removeKeys(tx, admin.id);
  await tx
    .update(adminReferences)
    .set({ usedAt: new Date() })
    .where(and(eq(adminReferences.adminId, admin.id), isNull(adminReferences.usedAt)));
  const about = { recordType: "admin" as const, recordId: admin.id };
  const withdrawn = await cancelRequestsOf(tx, about, "The admin that it is about was deleted.");
  return [...withdrawn, ...(await shutOut(tx, admin.id, "deleted"))];
}
