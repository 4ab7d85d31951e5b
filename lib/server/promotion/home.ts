import "server-only";
import { gte, sql } from "drizzle-orm";
import type { PromotionState } from "@/lib/contract/promotion.values";
import { recordUrl } from "@/lib/contract/records";
import type { Route } from "@/lib/contract/route";
import { routes } from "@/lib/contract/routes";
import { promotionRedemptions, promotions } from "@/lib/server/db/schema/promotion";
import {
  cappedCountFields,
  comparePeriodTotals,
  countQueriesUpToCap,
  type HomeWorkSource,
  type ModuleHomeItems,
  readOldestWork,
  toHomeFigure,
} from "@/lib/server/overview/home-module";
import { promotionStateIs } from "./state";

const LIST_URL = "/dashboard/promotions/all";

const promotionsIn = (state: PromotionState, label: string, needs: Route): HomeWorkSource => ({
  kind: `promotions_${state}`,
  label,
  needs,
  url: `${LIST_URL}?state=${state}&sort=updated_at`,
  read: (db, _admin, limit) =>
    readOldestWork(
      db,
      {
        table: promotions,
        where: promotionStateIs([state]),
        id: promotions.id,
        title: promotions.name,
        detail: sql`case when ${promotions.pauseCause} = 'pool' then 'The promotions pool is too low' else '' end`,
        since: promotions.updatedAt,
        urlOf: (id) => recordUrl("promotion", id),
      },
      limit,
    ),
});

/** Defines the pending work, figures and recent changes that the Home page shows for promotions. */
export const promotionHomeItems: ModuleHomeItems = {
  feature: "Promotions",
  work: [
    promotionsIn("paused", "Paused promotions", routes.promotion.resume),
    promotionsIn("draft", "Draft promotions", routes.promotion.publish),
  ],
  changes: [
    {
      id: "redemptions",
      label: "Promotions used",
      table: promotionRedemptions,
      where: (since) => gte(promotionRedemptions.createdAt, since),
    },
  ],
  async figures(db, period) {
    const { active, paused } = await countQueriesUpToCap(db, {
      active: { table: promotions, where: promotionStateIs(["active"]) },
      paused: { table: promotions, where: promotionStateIs(["paused"]) },
    });
    const { given } = await comparePeriodTotals(db, "redemptions", { given: ["state:redeemed"] }, period);
    return [
      toHomeFigure({
        id: "given",
        label: "Given to citizens",
        value: given.amount,
        before: given.amount_before,
        unit: "kobo",
        url: "/dashboard/promotions",
      }),
      toHomeFigure({ id: "active", label: "Active", ...cappedCountFields(active), url: `${LIST_URL}?state=active` }),
      toHomeFigure({
        id: "paused",
        label: "Paused",
        ...cappedCountFields(paused),
        tone: paused.total ? "warning" : "neutral",
        url: `${LIST_URL}?state=paused`,
      }),
    ];
  },
};
