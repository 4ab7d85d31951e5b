import "server-only";
import { PROMOTION_CODE_LETTERS } from "@/lib/contract/promotion.values";
import { formatMoney } from "@/lib/format";
import { PILOT_GROUP_ID } from "@/lib/server/db/seed/account-status";
import { demoAdminId } from "@/lib/server/db/seed/admins";
import { DAY_MS, HOUR_MS, type SeedClock } from "@/lib/server/db/seed/clock";
import type { PastLedgerEntry } from "@/lib/server/db/seed/ledger";
import type { DemoCitizen } from "@/lib/server/db/seed/people";
import { createRandom, seedId } from "@/lib/server/db/seed/random";
import type { DemoPaymentRows } from "@/lib/server/db/seed/transactions";
import { promotionRecordRef } from "@/lib/server/promotion/record";
import type { PastPromotion } from "./model";
import { redeemPromotions } from "./redemptions";
import { finishPromotion } from "./state-changes";
import { PROMOTION_STORIES } from "./stories";
import type { PromotionStory } from "./story";

const NAIRA_KOBO = 100;

/**
 * Builds the demo promotions and applies them to existing payments, whose refunds and ledger entries change
 * accordingly.
 * @param movements manual transfers into and out of the pools
 */
export function buildPromotions(
  clock: SeedClock,
  people: readonly DemoCitizen[],
  { payments, movements }: { payments: DemoPaymentRows; movements: readonly PastLedgerEntry[] },
): PastPromotion[] {
  const allPromotions = PROMOTION_STORIES.map((story, index) => createPromotion(clock, story, index));
  redeemPromotions(allPromotions, { people, payments, movements });
  for (const promotion of allPromotions) finishPromotion(clock, promotion);
  return allPromotions;
}

const toKobo = (value: number | undefined) => (value === undefined ? null : value * NAIRA_KOBO);
/** Returns 09:30 in Lagos some days ago. */
const morningAt = (clock: SeedClock, days: number) =>
  new Date(clock.ago(days * DAY_MS + 2 * DAY_MS).getTime() + 2 * DAY_MS + 9.5 * HOUR_MS);

function createPromotion(clock: SeedClock, story: PromotionStory, index: number): PastPromotion {
  const createdAt = morningAt(clock, Math.max(story.from ?? 0, 0) + 3 + (index % 3));
  const startsAt = story.from === null ? null : morningAt(clock, story.from);
  const id = seedId("promotion", index);
  const row: PastPromotion["row"] = {
    id,
    name: story.name,
    description: story.about,
    state: story.draft ? "draft" : story.from !== null && story.from > 0 ? "active" : "scheduled",
    pauseCause: null,
    endCause: null,
    trigger: story.trigger,
    kind: story.kind,
    basisPoints: story.percent === undefined ? null : story.percent * 100,
    flatAmount: toKobo(story.flat),
    cap: toKobo(story.cap),
    minimum: (story.minimum ?? 0) * NAIRA_KOBO,
    types: [...story.types],
    channels: [...(story.channels ?? [])],
    firstPaymentOnly: story.firstPaymentOnly ?? false,
    usesTotal: story.uses?.total ?? null,
    usesPerUser: story.uses?.user ?? null,
    usesPerCode: story.uses?.code ?? null,
    budget: story.budget * NAIRA_KOBO,
    uses: 0,
    spent: 0,
    reservedUses: 0,
    reserved: 0,
    startsAt,
    endsAt: story.to === undefined ? null : morningAt(clock, story.to),
    copiedFrom: null,
    createdBy: demoAdminId("civic"),
    createdAt,
    updatedAt: createdAt,
    version: 1,
  };
  const codes = promotionCodesOf(story, index).map((code) => ({ code, promotionId: id, uses: 0, createdAt }));
  const promotion: PastPromotion = {
    index,
    story,
    row,
    codes,
    groupIds: story.forPilots ? [PILOT_GROUP_ID] : [],
    redemptions: [],
    actions: [],
  };
  promotion.actions.push(...creationActions(promotion));
  return promotion;
}

function promotionCodesOf({ codes = [] }: PromotionStory, index: number): readonly string[] {
  if (typeof codes !== "number") return codes;
  const random = createRandom(`promotion codes ${index}`);
  const letters = [...PROMOTION_CODE_LETTERS];
  const made = new Set<string>();
  while (made.size < codes) made.add(`CARN-${Array.from({ length: 8 }, () => random.pick(letters)).join("")}`);
  return [...made];
}

/** Returns the audit rows of the promotion's creation, codes and publication. */
function creationActions({ row, story, codes }: PastPromotion): PastPromotion["actions"] {
  const actionBase = { adminId: demoAdminId("civic"), record: promotionRecordRef(row) };
  const after = {
    name: row.name,
    description: row.description || null,
    trigger: row.trigger,
    kind: row.kind,
    percentage: story.percent === undefined ? null : `${story.percent}%`,
    flat_amount: row.flatAmount === null ? null : formatMoney(row.flatAmount),
    budget: formatMoney(row.budget),
    types: row.types.join(", "),
    starts_at: row.startsAt?.toISOString() ?? null,
    ends_at: row.endsAt?.toISOString() ?? null,
  };
  const actions: PastPromotion["actions"] = [
    { ...actionBase, at: row.createdAt, action: "promotion.create", before: null, after },
  ];
  const at = (hours: number) => new Date(row.createdAt.getTime() + hours * HOUR_MS);
  if (codes.length) {
    const isGiven = typeof story.codes !== "number";
    actions.push({
      ...actionBase,
      at: at(0.2),
      action: isGiven ? "promotion.addCodes" : "promotion.generateCodes",
      before: { codes: 0 },
      after: { codes: codes.length, codes_added: codes.length },
    });
  }
  if (row.state === "draft") return actions;
  const publishValues = { before: { state: "draft" }, after: { state: "scheduled" } };
  actions.push({
    ...actionBase,
    adminId: demoAdminId("owner"),
    at: at(4),
    action: "promotion.publish",
    ...publishValues,
  });
  row.updatedAt = at(4);
  row.version = 2;
  if (row.state !== "active" || !row.startsAt) return actions;
  const beginValues = { before: { state: "scheduled" }, after: { state: "active" } };
  actions.push({ ...actionBase, adminId: null, at: row.startsAt, action: "promotion.begin", ...beginValues });
  row.updatedAt = row.startsAt;
  row.version = 3;
  return actions;
}
