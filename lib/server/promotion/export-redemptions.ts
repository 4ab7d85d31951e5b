import "server-only";
import { type SQL, sql } from "drizzle-orm";
import {
  PROMOTION_KIND_WORDS,
  PROMOTION_KINDS,
  REDEMPTION_STATE_WORDS,
  REDEMPTION_STATES,
} from "@/lib/contract/promotion.values";
import { routes } from "@/lib/contract/routes";
import { TRANSACTION_LABELS, TRANSACTION_STATES } from "@/lib/contract/transaction.values";
import { promotionRedemptions as redemptions } from "@/lib/server/db/schema/promotion";
import { codeLabelColumns, moneyCell, textCell, timeCell } from "@/lib/server/exports/cells";
import type { ExportList } from "@/lib/server/exports/lists";
import { type RedemptionFilters, redemptionFilter } from "./redemption-filter";

const promotionName = sql`(select p.name from promotions p where p.id = ${redemptions.promotionId})`;
const userColumn = (column: SQL) => sql`(select ${column} from users u where u.id = ${redemptions.userId})`;
const paymentSql = (what: SQL) => sql`(select ${what} from transactions t where t.id = ${redemptions.transactionId})`;

/** Export of the redemption list, newest first. */
export const redemptionExport: ExportList = {
  route: routes.promotion.exportRedemptions,
  table: redemptions,
  key: { at: redemptions.createdAt, id: redemptions.id, direction: "desc" },
  columns: [
    ["Promotion", textCell(promotionName)],
    ["Code", textCell(redemptions.code)],
    ["User", textCell(userColumn(sql`u.first_name || ' ' || u.last_name`)), "redemption.name"],
    ["Phone", textCell(userColumn(sql`u.phone`)), "redemption.phone"],
    ["Payment", textCell(paymentSql(sql`t.reference`))],
    ["Payment amount (naira)", moneyCell(paymentSql(sql`t.amount`))],
    ...codeLabelColumns("Payment state", paymentSql(sql`t.state`), TRANSACTION_STATES, TRANSACTION_LABELS),
    ...codeLabelColumns("Kind", redemptions.kind, PROMOTION_KINDS, PROMOTION_KIND_WORDS),
    ["Given (naira)", moneyCell(redemptions.amount)],
    ["Returned (naira)", moneyCell(redemptions.returned)],
    ...codeLabelColumns("State", redemptions.state, REDEMPTION_STATES, REDEMPTION_STATE_WORDS),
    ["Began (Lagos)", timeCell(redemptions.createdAt)],
    ["Ended (Lagos)", timeCell(redemptions.endedAt)],
  ],
  filter: (filter) => redemptionFilter(filter as RedemptionFilters),
};
