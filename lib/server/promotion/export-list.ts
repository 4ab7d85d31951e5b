import "server-only";
import { sql } from "drizzle-orm";
import {
  PROMOTABLE_TYPES,
  PROMOTION_KIND_WORDS,
  PROMOTION_KINDS,
  PROMOTION_STATES,
  PROMOTION_TRIGGERS,
} from "@/lib/contract/promotion.values";
import { routes } from "@/lib/contract/routes";
import { PAYMENT_CHANNELS, TRANSACTION_LABELS } from "@/lib/contract/transaction.values";
import { promotions } from "@/lib/server/db/schema/promotion";
import {
  codeLabelColumns,
  codeListColumns,
  identifierCell,
  moneyCell,
  numberCell,
  textCell,
  timeCell,
} from "@/lib/server/exports/cells";
import type { ExportList } from "@/lib/server/exports/lists";
import { type PromotionFilters, promotionFilter } from "./filter";
import { promotionStateIs } from "./state";

const currentStateSql = sql`case ${sql.join(
  PROMOTION_STATES.map((state) => sql`when ${promotionStateIs([state])} then ${state}`),
  sql` `,
)} end`;

/** Export of the promotion list, last changed first, which is the order of an index. */
export const promotionExport: ExportList = {
  route: routes.promotion.export,
  table: promotions,
  key: { at: promotions.updatedAt, id: promotions.id, direction: "desc" },
  columns: [
    ["Promotion", identifierCell(promotions.id)],
    ["Name", textCell(promotions.name)],
    ...codeLabelColumns("Status", currentStateSql, PROMOTION_STATES),
    ...codeLabelColumns("Trigger", promotions.trigger, PROMOTION_TRIGGERS),
    ...codeLabelColumns("Kind", promotions.kind, PROMOTION_KINDS, PROMOTION_KIND_WORDS),
    ["Percent", numberCell(sql`round(${promotions.basisPoints}::numeric / 100, 2)`)],
    ["Flat amount (naira)", moneyCell(promotions.flatAmount)],
    ["Cap (naira)", moneyCell(promotions.cap)],
    ["Minimum (naira)", moneyCell(promotions.minimum)],
    ...codeListColumns("Types", promotions.types, PROMOTABLE_TYPES, TRANSACTION_LABELS),
    ...codeListColumns("Channels", promotions.channels, PAYMENT_CHANNELS, TRANSACTION_LABELS),
    ["First payment only", identifierCell(sql`case when ${promotions.firstPaymentOnly} then 'yes' else 'no' end`)],
    ["Uses allowed", numberCell(promotions.usesTotal)],
    ["Uses per user", numberCell(promotions.usesPerUser)],
    ["Uses per code", numberCell(promotions.usesPerCode)],
    ["Codes", numberCell(sql`(select count(*) from promotion_codes c where c.promotion_id = ${promotions.id})`)],
    ["Budget (naira)", moneyCell(promotions.budget)],
    ["Spent (naira)", moneyCell(promotions.spent)],
    ["Reserved (naira)", moneyCell(promotions.reserved)],
    ["Uses", numberCell(promotions.uses)],
    ["Uses in progress", numberCell(promotions.reservedUses)],
    ["Starts (Lagos)", timeCell(promotions.startsAt)],
    ["Ends (Lagos)", timeCell(promotions.endsAt)],
    ["Changed (Lagos)", timeCell(promotions.updatedAt)],
  ],
  filter: (filter) => promotionFilter(filter as PromotionFilters),
};
