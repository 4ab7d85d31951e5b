import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { Grant } from "@/lib/contract/access";
import { APPROVAL_KINDS, decidingRight } from "@/lib/contract/approvals.values";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { approvals } from "@/lib/server/db/schema/approvals";
import type { Approval } from "./approval-handler";

/** `set_up`: one account was set up by the other, or both by one person. `granted`: the maker gave the right to decide. */
export type Dependence = "set_up" | "granted";

/** All that a decider of a request has to hold, each once. */
export function decidingRightsOf({ kind, furtherRights }: Pick<Approval, "kind" | "furtherRights">): Grant[] {
  const first = decidingRight(kind);
  return [first, ...furtherRights.filter(({ feature, flag }) => feature !== first.feature || flag !== first.flag)];
}

/**
 * Why this admin does not decide what `maker` asked for, null where they do (docs/rules.md, Four eyes).
 * @param deciding the rights that decide it, as a JSON array
 */
export const dependence = (maker: string | SQL, decider: string | SQL, deciding: readonly Grant[] | SQL) =>
  sql<Dependence | null>`dependence_between(${maker}::uuid, ${decider}::uuid, ${
    Array.isArray(deciding) ? JSON.stringify(deciding) : deciding
  }::jsonb)`;

/** The same of two admins. */
export async function dependenceBetween(
  db: Queryable,
  maker: string,
  decider: string,
  deciding: readonly Grant[],
): Promise<Dependence | null> {
  const { rows } = await db.execute<{ why: Dependence | null }>(
    sql`select ${dependence(maker, decider, deciding)} as why`,
  );
  return rows[0]?.why ?? null;
}

/** `dependence` for the rows of `approvals`. */
export const dependenceOn = (decider: string) =>
  dependence(
    sql`${approvals.requestedBy}`,
    decider,
    sql`((${JSON.stringify(Object.fromEntries(APPROVAL_KINDS.map((kind) => [kind, [decidingRight(kind)]])))}::jsonb
      -> ${approvals.kind}) || ${approvals.furtherRights})`,
  );

/** @throws 403 for a request of an admin who isn't independent of this one */
export async function refuseDependent(db: Queryable, approval: Approval, decider: string): Promise<void> {
  const why = await dependenceBetween(db, approval.requestedBy, decider, decidingRightsOf(approval));
  if (why) throw refuse.forbidden(`${KEPT_OUT[why]} Another admin has to decide it, or confirm the account first.`);
}

/** Why somebody is kept out, for the people concerned. */
export const KEPT_OUT: Record<Dependence, string> = {
  set_up:
    "This account and the one that asked were set up by each other or by one person, and no other admin has confirmed yet that they are two people.",
  granted:
    "The admin who asked gave them the right to decide, and no other admin has confirmed their account since then.",
};
