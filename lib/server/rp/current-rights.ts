import "server-only";
import { sql } from "drizzle-orm";
import {
  type AccessRight,
  accessPolicy,
  type FeatureAccess,
  mergeRights,
  missingRights,
  SENSITIVE_RIGHTS,
  satisfiesPolicy,
} from "@/lib/contract/access";
import type { AdminRef } from "@/lib/contract/common";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";

/** Returns the current rights of an active admin; null if the admin is not active. */
export async function readCurrentRights(db: Queryable, adminId: string): Promise<FeatureAccess[] | null> {
  return (await readRightsOf(db, [adminId])).get(adminId) ?? null;
}

/** Returns the current rights of each of these admins who is active. */
export async function readRightsOf(db: Queryable, adminIds: readonly string[]): Promise<Map<string, FeatureAccess[]>> {
  const { rows } = await db.execute<{ id: string; features: FeatureAccess[][] | null }>(sql`
    select a.id, (select jsonb_agg(r.features) from admin_roles ar join roles r on r.id = ar.role_id
                  where ar.admin_id = a.id) as features
    from admins a where a.id = any(${sql.param([...adminIds])}::uuid[]) and a.status = 'active'`);
  return new Map(rows.map(({ id, features }) => [id, mergeRights(features ?? [])]));
}

/** Returns active admins whose roles together include all these rights, by name. */
export async function readAdminsHolding(db: Queryable, grants: readonly AccessRight[]): Promise<AdminRef[]> {
  const result = await db.execute<AdminRef>(sql`
    select a.id, a.first_name || ' ' || a.last_name as name, a.email
    from admins a
      join admin_roles ar on ar.admin_id = a.id
      join roles r on r.id = ar.role_id
      cross join lateral jsonb_array_elements(r.features) f
      join jsonb_to_recordset(${JSON.stringify(grants)}::jsonb) as g(feature text, flag text)
        on g.feature = f->>'name' and (f->'access'->>g.flag)::boolean
    where a.status = 'active'
    group by a.id
    having count(distinct (g.feature, g.flag)) = ${grants.length}
    order by 2, 1`);
  return result.rows;
}

/** Returns active admins with every sensitive right. */
export const readFullAdministrators = (db: Queryable) => readAdminsHolding(db, SENSITIVE_RIGHTS);

/** Returns true if `rights` has a flag that `own` lacks. */
export const hasMoreRights = (rights: readonly FeatureAccess[], own: readonly FeatureAccess[]) =>
  missingRights(rights, own).length > 0;

/** Rejects rights that the caller lacks (docs/rules.md, Access). @throws 403 with the first missing right */
export function refuseGrantBeyondOwnRights(
  own: readonly FeatureAccess[],
  granted: readonly AccessRight[],
  doing: string,
): void {
  const [first, ...more] = granted.filter(({ feature, flag }) => !satisfiesPolicy(own, accessPolicy(feature, flag)));
  if (!first) return;
  const othersPhrase = more.length ? ` and ${more.length} more` : "";
  throw refuse.forbidden(
    `${doing} would give rights that you don't have yourself: “${first.flag}” in ${first.feature}${othersPhrase}. Ask a full administrator.`,
  );
}
