import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import { COUNTED_REDEMPTION_STATES, PROMOTABLE_TYPES } from "@/lib/contract/promotion.values";
import type { Queryable } from "@/lib/server/db/client";
import { type GroupOfCitizen, isMemberOf } from "./group-membership";

/** The citizen whose eligibility is checked, and the entered code as it is stored (upper case). */
export type CitizenAndCode = { userId: string; code: string | null };

/**
 * Facts about a citizen and a promotion that the eligibility rules need. `pool`: available money of the promotions pool in kobo;
 * `code_uses`: null if the code is not the promotion's.
 */
export type EligibilityRow = {
  id: string;
  uses_of_user: number;
  has_paid: boolean;
  pool: number;
  code_uses: number | null;
  groups: GroupOfCitizen[] | null;
};

const USED_STATES = sql.raw(COUNTED_REDEMPTION_STATES.map((state) => `'${state}'`).join(", "));
const HAS_PAID_SQL = sql.raw(
  `type in (${PROMOTABLE_TYPES.map((type) => `'${type}'`).join(", ")}) and state not in ('failed', 'expired')`,
);
const POOL_BALANCE_SQL = sql.raw(
  `(select balance - reserved from ledger_accounts where id = '${SYSTEM_ACCOUNT_IDS.promotions_pool}')::float8`,
);

/**
 * Returns SQL for the columns of `EligibilityRow`, for rows `p` with `id`, `counts_uses` and `first_payment_only`. Raw SQL, because building the
 * query with drizzle takes longer than running it. Skips values that no rule needs.
 */
export const eligibilityColumns = ({ userId, code }: CitizenAndCode): SQL => sql`p.id, ${POOL_BALANCE_SQL} as pool,
  case when p.counts_uses then (select count(*)::int from promotion_redemptions r
    where r.promotion_id = p.id and r.user_id = ${userId} and r.state in (${USED_STATES})) else 0 end as uses_of_user,
  case when p.first_payment_only then exists (select 1 from transactions where user_id = ${userId} and ${HAS_PAID_SQL})
    else false end as has_paid,
  ${
    code === null
      ? sql`null::int`
      : sql`(select c.uses from promotion_codes c where c.code = ${code} and c.promotion_id = p.id)`
  } as code_uses,
  (select jsonb_agg(jsonb_build_object('id', g.id, 'rule', g.rule, 'is_member', ${isMemberOf(sql`g.id`, userId)}))
    from promotion_groups pg join user_groups g on g.id = pg.group_id where pg.promotion_id = p.id) as groups`;

/** Reads state, budget, uses and audience of any number of promotions in one query. */
export async function readEligibility(
  db: Queryable,
  rows: readonly { id: string; usesPerUser: number | null; firstPaymentOnly: boolean }[],
  caller: CitizenAndCode,
): Promise<EligibilityRow[]> {
  if (!rows.length) return [];
  const ids = rows.map(({ id }) => id);
  const countUses = rows.map(({ usesPerUser }) => usesPerUser !== null);
  const firstPayments = rows.map(({ firstPaymentOnly }) => firstPaymentOnly);
  const { rows: factRows } = await db.execute<EligibilityRow>(sql`select ${eligibilityColumns(caller)}
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(countUses)}::boolean[], ${sql.param(firstPayments)}::boolean[])
      p (id, counts_uses, first_payment_only)`);
  return factRows;
}
