import "server-only";
import { eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { PromotionRow } from "@/lib/contract/promotion-row";
import type { Queryable } from "@/lib/server/db/client";
import { promotionCodes, promotions } from "@/lib/server/db/schema/promotion";
import type { PromotionRecord } from "./record";
import { promotionStateOf } from "./state";

// Columns of list rows. Excludes columns that only the promotion's page needs.
const { description: _description, copiedFrom: _copiedFrom, ...columns } = getTableColumns(promotions);
type ListedPromotion = Omit<PromotionRecord, "description" | "copiedFrom">;
type CodesOfPromotion = { codes: number; code: string | null };

/** Returns list rows of these promotions, in the order of the ids; amounts in kobo. Skips ids that do not exist. */
export async function promotionRows(db: Queryable, ids: readonly string[]): Promise<PromotionRow[]> {
  const foundPromotions = ids.length ? await readRows(db, inArray(promotions.id, [...ids])) : [];
  const rows = new Map(foundPromotions.map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** Returns the list row of a promotion; undefined if it does not exist. */
export const promotionRowOf = async (db: Queryable, id: string) => (await readRows(db, eq(promotions.id, id)))[0];

async function readRows(db: Queryable, where: SQL): Promise<PromotionRow[]> {
  const foundPromotions = await db.select(columns).from(promotions).where(where);
  const codes = await readCodes(
    db,
    foundPromotions.map(({ id }) => id),
  );
  const now = Date.now();
  return foundPromotions.map((promotion) => toRow(promotion, codes.get(promotion.id) ?? { codes: 0, code: null }, now));
}

/** Returns the number of codes of each promotion, and the code itself if a promotion has only one. */
async function readCodes(db: Queryable, ids: readonly string[]): Promise<Map<string, CodesOfPromotion>> {
  if (!ids.length) return new Map();
  const codeCounts = await db
    .select({
      id: promotionCodes.promotionId,
      codes: sql<number>`count(*)::int`,
      code: sql<string | null>`case when count(*) = 1 then min(${promotionCodes.code}) end`,
    })
    .from(promotionCodes)
    .where(inArray(promotionCodes.promotionId, [...ids]))
    .groupBy(promotionCodes.promotionId);
  return new Map(codeCounts.map(({ id, ...codes }) => [id, codes]));
}

function toRow(promotion: ListedPromotion, { codes, code }: CodesOfPromotion, now: number): PromotionRow {
  const state = promotionStateOf(promotion, now);
  return {
    id: promotion.id,
    name: promotion.name,
    state,
    pause_cause: state === "paused" ? promotion.pauseCause : null,
    // If the end time has passed, but the scheduled task has not stored the ended state yet, the cause is the clock.
    end_cause: promotion.endCause ?? (state === "ended" ? "clock" : null),
    trigger: promotion.trigger,
    kind: promotion.kind,
    basis_points: promotion.basisPoints,
    flat_amount: promotion.flatAmount,
    cap: promotion.cap,
    minimum: promotion.minimum,
    types: promotion.types,
    channels: promotion.channels,
    first_payment_only: promotion.firstPaymentOnly,
    uses_total: promotion.usesTotal,
    uses_per_user: promotion.usesPerUser,
    uses_per_code: promotion.usesPerCode,
    budget: promotion.budget,
    starts_at: promotion.startsAt?.toISOString() ?? null,
    ends_at: promotion.endsAt?.toISOString() ?? null,
    code,
    codes,
    uses: promotion.uses,
    spent: promotion.spent,
    reserved_uses: promotion.reservedUses,
    reserved: promotion.reserved,
    updated_at: promotion.updatedAt.toISOString(),
    version: promotion.version,
  };
}
