import "server-only";
import { and, arrayContains, eq, lte, or, type SQL, sql } from "drizzle-orm";
import type { PromotableType, PromotionRules, PromotionState } from "@/lib/contract/promotion.values";
import type { Queryable } from "@/lib/server/db/client";
import { promotions } from "@/lib/server/db/schema/promotion";
import { whereClause } from "@/lib/server/lists/list";
import { type CitizenAndCode, type EligibilityRow, eligibilityColumns } from "./read-facts";
import { promotionStateIs } from "./state";

/** Planned payment for which promotions are requested. `method`: code of a payment method; `amount` in kobo. */
export type OfferQuery = CitizenAndCode & { type: PromotableType; method: string; amount: number };

/** A promotion with terms, counters, texts, and the facts about the citizen that its rules need. Times in ms, amounts in kobo. */
export type PromotionCandidate = EligibilityRow &
  PromotionRules & { name: string; description: string; state: PromotionState; uses: number; taken: number };

/** Raw SQL, because building this query for 23 columns with drizzle takes longer than running it. */
const CANDIDATE_COLUMNS =
  sql.raw(`p.name, p.description, p.state, p.trigger, p.kind, p.basis_points, p.flat_amount::float8, p.cap::float8,
  p.minimum::float8, p.types, p.channels, p.first_payment_only, p.uses_total, p.uses_per_user, p.uses_per_code,
  p.budget::float8, p.uses + p.reserved_uses as uses, (p.spent + p.reserved)::float8 as taken,
  (extract(epoch from p.starts_at) * 1000)::float8 as starts_at, (extract(epoch from p.ends_at) * 1000)::float8 as ends_at`);
/** Columns of the inner query. The inner query sorts and limits first, so that all other columns are read only for the remaining rows. */
const PROMOTIONS_WITH_USES = sql.raw("promotions.*, promotions.uses_per_user is not null as counts_uses");

/**
 * Reads active promotions without a code that may apply to a payment: largest benefit first, then earliest end. Excludes only promotions that can't
 * apply; the rules (lib/contract/promotion.values.ts) decide about the remaining promotions.
 */
export function readBestCandidates(
  db: Queryable,
  wish: OfferQuery,
  { limit, offset }: { limit: number | null; offset: number },
): Promise<PromotionCandidate[]> {
  const channel = sql`(select channel from payment_methods where code = ${wish.method})`;
  const where = and(
    promotionStateIs(["active"]),
    eq(promotions.trigger, "automatic"),
    lte(promotions.minimum, wish.amount),
    arrayContains(promotions.types, [wish.type]),
    or(sql`${promotions.channels} = '{}'`, sql`${channel} = any(${promotions.channels})`),
  );
  const page = limit === null ? sql`offset ${offset}` : sql`limit ${limit} offset ${offset}`;
  return readCandidates(
    db,
    wish,
    sql`select ${PROMOTIONS_WITH_USES} from promotions ${whereClause(where)}
      order by ${benefitSql(wish.amount)} desc, ends_at asc nulls last, id ${page}`,
  );
}

/** Reads the promotion to which a code belongs; undefined for an unknown code, or for a draft. */
export async function readCandidateOfCode(
  db: Queryable,
  wish: OfferQuery & { code: string },
): Promise<PromotionCandidate | undefined> {
  const [candidate] = await readCandidates(
    db,
    wish,
    sql`select ${PROMOTIONS_WITH_USES} from promotions
      where id = (select promotion_id from promotion_codes where code = ${wish.code}) and state <> 'draft'`,
  );
  return candidate;
}

async function readCandidates(db: Queryable, caller: CitizenAndCode, source: SQL): Promise<PromotionCandidate[]> {
  const { rows } = await db.execute<PromotionCandidate>(
    sql`select ${CANDIDATE_COLUMNS}, ${eligibilityColumns(caller)} from (${source}) p`,
  );
  return rows;
}

/** Maximum amount in kobo whose product with a percentage fits a bigint. Bigint arithmetic is much faster than numeric. */
const MAX_BIGINT_AMOUNT = 900_000_000_000_000;

/** Returns SQL that computes `promotionBenefitOf`: the benefit in kobo for a payment of this amount. */
function benefitSql(amount: number): SQL {
  const shareSql =
    amount <= MAX_BIGINT_AMOUNT
      ? sql`${amount}::bigint * basis_points / 10000`
      : sql`div(${amount}::numeric * basis_points, 10000)::bigint`;
  return sql`least(${amount}::bigint, cap, budget - spent - reserved, case kind when 'flat' then flat_amount else ${shareSql} end)`;
}
