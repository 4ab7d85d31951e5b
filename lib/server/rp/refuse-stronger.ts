import "server-only";
import type { FeatureAccess } from "@/lib/contract/access";
import { unite } from "@/lib/contract/access";
import { STRONGER, STRONGER_HOLDERS } from "@/lib/contract/rp.values";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { rolesHeld } from "./read-admins";
import { exceeds } from "./read-rights";

/**
 * Those of these admins who hold a right that the caller lacks. What their roles say counts, active or not: who suspends a
 * stronger admin must not be the one who then deletes them.
 * @param own the caller's rights at this moment
 */
export async function strongerAmong(
  db: Queryable,
  adminIds: readonly string[],
  own: readonly FeatureAccess[],
): Promise<Set<string>> {
  const held = await rolesHeld(db, adminIds);
  const rightsOf = (id: string) => unite(held.flatMap(({ adminId, role }) => (adminId === id ? [role.features] : [])));
  return new Set(adminIds.filter((id) => exceeds(rightsOf(id), own)));
}

/** Nobody suspends, deletes, re-roles or re-invites an admin who holds a right that they lack. @throws 403 */
export async function refuseStronger(db: Queryable, adminId: string, own: readonly FeatureAccess[]): Promise<void> {
  if ((await strongerAmong(db, [adminId], own)).size) throw refuse.forbidden(STRONGER);
}

/** The same of everybody who holds a role, where it is deleted or rights are taken from it. @throws 403 */
export async function refuseStrongerHolders(
  db: Queryable,
  holderIds: readonly string[],
  own: readonly FeatureAccess[],
): Promise<void> {
  if ((await strongerAmong(db, holderIds, own)).size) throw refuse.forbidden(STRONGER_HOLDERS);
}
