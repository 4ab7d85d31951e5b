import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { AccessRight } from "@/lib/contract/access";
import { APPROVAL_KINDS, rightToDecide } from "@/lib/contract/approvals.values";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { approvals } from "@/lib/server/db/schema/approvals";
import type { Approval } from "./approval-handler";

/**
 * `set_up`: one of the two admins created the other's account, or the same admin created both accounts. `granted`: the requester
 * granted the decider the right to decide.
 */
export type FourEyesConflictKind = "set_up" | "granted";

/** Returns all rights that a request's decider needs, without duplicates. */
export function decidingRightsOf({ kind, furtherRights }: Pick<Approval, "kind" | "furtherRights">): AccessRight[] {
  const first = rightToDecide(kind);
  return [first, ...furtherRights.filter(({ feature, flag }) => feature !== first.feature || flag !== first.flag)];
}

/**
 * Returns SQL for the reason why an admin may not decide a request of `maker`; null if they may (docs/rules.md, Four eyes).
 * @param deciding the rights that the decision needs, as a JSON array
 */
export const fourEyesConflictSql = (
  maker: string | SQL,
  decider: string | SQL,
  deciding: readonly AccessRight[] | SQL,
) =>
  sql<FourEyesConflictKind | null>`dependence_between(${maker}::uuid, ${decider}::uuid, ${
    Array.isArray(deciding) ? JSON.stringify(deciding) : deciding
  }::jsonb)`;

/** Returns why an admin may not decide a request of another admin; null if they may. */
export async function findFourEyesConflict(
  db: Queryable,
  maker: string,
  decider: string,
  deciding: readonly AccessRight[],
): Promise<FourEyesConflictKind | null> {
  const { rows } = await db.execute<{ why: FourEyesConflictKind | null }>(
    sql`select ${fourEyesConflictSql(maker, decider, deciding)} as why`,
  );
  return rows[0]?.why ?? null;
}

/** Evaluates `fourEyesConflictSql` for many admins in one query. @returns the reason of each who may not decide */
export async function findFourEyesConflicts(
  db: Queryable,
  maker: string,
  deciders: readonly string[],
  deciding: readonly AccessRight[],
): Promise<Map<string, FourEyesConflictKind>> {
  const { rows } = await db.execute<{ id: string; why: FourEyesConflictKind | null }>(sql`
    select decider as id, ${fourEyesConflictSql(maker, sql`decider`, deciding)} as why
    from unnest(${sql.param([...deciders])}::uuid[]) decider`);
  return new Map(rows.flatMap(({ id, why }) => (why ? [[id, why]] : [])));
}

/** Returns `fourEyesConflictSql` as a column expression for rows of `approvals`. */
export const fourEyesConflictColumn = (decider: string) =>
  fourEyesConflictSql(
    sql`${approvals.requestedBy}`,
    decider,
    sql`((${JSON.stringify(Object.fromEntries(APPROVAL_KINDS.map((kind) => [kind, [rightToDecide(kind)]])))}::jsonb
      -> ${approvals.kind}) || ${approvals.furtherRights})`,
  );

/** @throws 403 if the requester is not independent of this admin */
export async function refuseFourEyesConflict(db: Queryable, approval: Approval, decider: string): Promise<void> {
  const why = await findFourEyesConflict(db, approval.requestedBy, decider, decidingRightsOf(approval));
  if (why)
    throw refuse.forbidden(
      `${FOUR_EYES_CONFLICT_TEXTS[why]} Another admin has to decide it, or confirm the account first.`,
    );
}

/** Reasons shown to approvers why an admin may not decide. */
export const FOUR_EYES_CONFLICT_TEXTS: Record<FourEyesConflictKind, string> = {
  set_up:
    "This account and the requesting account were set up by each other or by one person, and no other admin has confirmed yet that they are two people.",
  granted:
    "The requesting admin gave them the right to decide, and no other admin has confirmed their account since then.",
};
