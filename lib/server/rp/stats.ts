import "server-only";
import { count, ne, sql } from "drizzle-orm";
import { FEATURES, PERMISSION_FLAGS, type PermissionFlag } from "@/lib/contract/access";
import type { Queryable } from "@/lib/server/db/client";
import { admins, roles } from "@/lib/server/db/schema/admin";
import { readFullAdministrators } from "./current-rights";

/** Counts admins by status and roles, and the active admins with each right. */
export async function countAdminsAndRoles(db: Queryable) {
  const byStatus = await db
    .select({ status: admins.status, count: count() })
    .from(admins)
    .where(ne(admins.status, "deleted"))
    .groupBy(admins.status);
  const countOf = (status: string) => byStatus.find((row) => row.status === status)?.count ?? 0;
  const [roleCount] = await db.select({ count: count() }).from(roles);
  const holders = await db.execute<{ feature: string; flag: string; count: number }>(sql`
    select f->>'name' as feature, x.key as flag, count(distinct a.id)::int as count
    from admins a
      join admin_roles ar on ar.admin_id = a.id
      join roles r on r.id = ar.role_id
      cross join lateral jsonb_array_elements(r.features) f
      cross join lateral jsonb_each(f->'access') x
    where a.status = 'active' and x.value = 'true'::jsonb
    group by 1, 2`);
  const countHolding = (feature: string, flag: PermissionFlag) =>
    holders.rows.find((row) => row.feature === feature && row.flag === flag)?.count ?? 0;
  return {
    admins: byStatus.reduce((sum, row) => sum + row.count, 0),
    active: countOf("active"),
    invited: countOf("invited"),
    suspended: countOf("suspended"),
    roles: roleCount?.count ?? 0,
    full: (await readFullAdministrators(db)).length,
    features: FEATURES.map((name) => ({
      name,
      admins: Object.fromEntries(PERMISSION_FLAGS.map((flag) => [flag, countHolding(name, flag)])) as Record<
        PermissionFlag,
        number
      >,
    })),
  };
}
