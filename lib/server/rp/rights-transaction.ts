import "server-only";
import { sql } from "drizzle-orm";
import { type FeatureAccess, satisfiesPolicy } from "@/lib/contract/access";
import type { Route } from "@/lib/contract/route";
import { fullName, type WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { ADVISORY_LOCKS } from "@/lib/server/db/advisory-locks";
import type { Transaction } from "@/lib/server/db/client";
import { readCurrentRights, readFullAdministrators } from "./current-rights";
import { notifyOfLostFullAdmin } from "./notify-admins";

const NOBODY_LEFT = "This would leave nobody with full administration. Make another admin a full administrator first.";

/** Takes the advisory lock for changes of rights until the transaction ends. Call it before any row lock. */
export const lockRightsChanges = (tx: Transaction) =>
  tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.rights})`);

/** Argument of the callback of `runRightsChange`: the transaction, and the rights before the change. */
export type RightsChange = {
  tx: Transaction;
  /** The caller's current rights. */
  own: FeatureAccess[];
  /** Ids of the active full administrators before the change. */
  full: Set<string>;
};

/**
 * Runs a change of rights under the lock. Reads the caller's rights again, because they may have changed while waiting. Then checks
 * that a full administrator remains, and notifies every admin if someone lost full administration.
 * @throws 401, 403 if the caller has lost the right; 409 if no full administrator would remain
 */
export async function runRightsChange<T>(
  { tx, admin }: WriteContext,
  { policy }: Route,
  change: (rightsChange: RightsChange) => Promise<T>,
): Promise<T> {
  await lockRightsChanges(tx);
  const own = await readCurrentRights(tx, admin.id);
  if (!own) throw refuse.signedOut();
  if (!satisfiesPolicy(own, policy)) throw refuse.forbidden();
  return withFullAdministratorCheck(tx, fullName(admin), (fullIds) => change({ tx, own, full: fullIds }));
}

/**
 * Runs a change under `lockRightsChanges` and checks that a full administrator remains. Notifies every admin if someone lost full
 * administration.
 * @param changedBy name of the admin who makes or requested the change
 * @throws 409 if no full administrator would remain
 */
export async function withFullAdministratorCheck<T>(
  tx: Transaction,
  changedBy: string,
  change: (fullIds: Set<string>) => Promise<T>,
): Promise<T> {
  const fullIds = new Set((await readFullAdministrators(tx)).map(({ id }) => id));
  const result = await change(new Set(fullIds));
  const remaining = await readFullAdministrators(tx);
  if (fullIds.size > 0 && remaining.length === 0) throw refuse.conflict(NOBODY_LEFT);
  const lostIds = [...fullIds].filter((idBefore) => !remaining.some(({ id }) => id === idBefore));
  if (lostIds.length) await notifyOfLostFullAdmin(tx, { by: changedBy, lost: lostIds, remaining });
  return result;
}
