import "server-only";
import { sql } from "drizzle-orm";
import { allows, type FeatureAccess } from "@/lib/contract/access";
import type { Route } from "@/lib/contract/route";
import { fullName, type WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { fullAdministrators, rightsNow } from "./read-rights";
import { tellOfLostFull } from "./tell-admins";

/** Any number, the same for every instance: changes of who may do what happen one after the other. */
const RIGHTS_LOCK = 7_205_513;

const LAST_FULL = "This would leave nobody with full administration. Make somebody else a full administrator first.";

/** Held until the transaction ends; take it before any row lock. */
export const lockRights = (tx: Transaction) => tx.execute(sql`select pg_advisory_xact_lock(${RIGHTS_LOCK})`);

export type RightsChange = {
  tx: Transaction;
  /** The caller's rights at this moment. */
  own: FeatureAccess[];
  /** Ids of the active full administrators before the change. */
  full: Set<string>;
};

/**
 * The frame around every change of who may do what. Under one lock the caller's rights are read again (they may have
 * gone while this waited), and at the end somebody still has full administration. Anyone who lost it is made known to every
 * admin by mail, however it came about.
 * @throws 401, 403 when the caller's rights have gone; 409 when nobody would be left with full administration.
 */
export async function changeRights<T>(
  { tx, admin }: WriteContext,
  { policy }: Route,
  change: (at: RightsChange) => Promise<T>,
): Promise<T> {
  await lockRights(tx);
  const own = await rightsNow(tx, admin.id);
  if (!own) throw refuse.signedOut();
  if (!allows(own, policy)) throw refuse.forbidden();
  return keepFull(tx, fullName(admin), (full) => change({ tx, own, full }));
}

/**
 * Makes a change under `lockRights`, after which somebody still has full administration. Anyone who lost it is made known to every
 * admin by mail.
 * @param by who makes or asked for the change
 * @throws 409 when nobody would be left with full administration
 */
export async function keepFull<T>(tx: Transaction, by: string, change: (full: Set<string>) => Promise<T>): Promise<T> {
  const full = new Set((await fullAdministrators(tx)).map(({ id }) => id));
  const result = await change(new Set(full));
  const left = await fullAdministrators(tx);
  if (full.size > 0 && left.length === 0) throw refuse.conflict(LAST_FULL);
  const lost = [...full].filter((before) => !left.some(({ id }) => id === before));
  if (lost.length) await tellOfLostFull(tx, { by, lost, left });
  return result;
}
