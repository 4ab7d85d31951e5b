import "server-only";
import type { FeatureAccess } from "@/lib/contract/access";
import { mergeRights } from "@/lib/contract/access";
import { STRONGER_ADMIN_MESSAGE, STRONGER_HOLDERS_MESSAGE } from "@/lib/contract/rp.values";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { hasMoreRights } from "./current-rights";
import { readRolesHeld } from "./read-admins";

/**
 * Returns which of these admins have a right that the caller lacks. Includes suspended admins; otherwise a caller could suspend and
 * then delete an admin with more rights.
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

/** Refuses to suspend, delete, reassign or re-invite an admin who has a right that the caller lacks. @throws 403 */
export async function refuseAdminsWithMoreRights(
  db: Queryable,
  adminId: string,
  own: readonly FeatureAccess[],
): Promise<void> {
  if ((await adminsWithMoreRights(db, [adminId], own)).size) throw refuse.forbidden(STRONGER_ADMIN_MESSAGE);
}

/** Refuses to delete a role or remove its rights, if a holder has more rights than the caller. @throws 403 */
export async function refuseHoldersWithMoreRights(
  db: Queryable,
  holderIds: readonly string[],
  own: readonly FeatureAccess[],
): Promise<void> {
  if ((await adminsWithMoreRights(db, holderIds, own)).size) throw refuse.forbidden(STRONGER_HOLDERS_MESSAGE);
}
