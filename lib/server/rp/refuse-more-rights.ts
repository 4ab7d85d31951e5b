import "server-only";
import type { FeatureAccess } from "@/lib/contract/access";
import { mergeRights } from "@/lib/contract/access";
import { STRONGER_HOLDERS_MESSAGE, STRONGER_MESSAGE } from "@/lib/contract/rp.values";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { hasMoreRights } from "./current-rights";
import { readRolesHeld } from "./read-admins";

/**
 * Returns those of the admins who have a right that the caller lacks. Rights of suspended admins count too: otherwise a caller
 * who may not delete a stronger admin could do so after a suspension.
 * @param own the caller's current rights
 */
export async function adminsWithMoreRights(
  db: Queryable,
  adminIds: readonly string[],
  own: readonly FeatureAccess[],
): Promise<Set<string>> {
  const heldRoles = await readRolesHeld(db, adminIds);
  const rightsOf = (id: string) =>
    mergeRights(heldRoles.flatMap(({ adminId, role }) => (adminId === id ? [role.features] : [])));
  return new Set(adminIds.filter((id) => hasMoreRights(rightsOf(id), own)));
}

/** Rejects suspending, deleting, reassigning or re-inviting an admin who has a right that the caller lacks. @throws 403 */
export async function refuseAdminsWithMoreRights(
  db: Queryable,
  adminId: string,
  own: readonly FeatureAccess[],
): Promise<void> {
  if ((await adminsWithMoreRights(db, [adminId], own)).size) throw refuse.forbidden(STRONGER_MESSAGE);
}

/** Rejects deleting a role, or removing rights from it, if one of its holders is stronger than the caller. @throws 403 */
export async function refuseStrongerHolders(
  db: Queryable,
  holderIds: readonly string[],
  own: readonly FeatureAccess[],
): Promise<void> {
  if ((await adminsWithMoreRights(db, holderIds, own)).size) throw refuse.forbidden(STRONGER_HOLDERS_MESSAGE);
}
