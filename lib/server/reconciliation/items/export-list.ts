import "server-only";
import { sql } from "drizzle-orm";
import {
  DIFFERENCE_CAUSES,
  EXCEPTION_REASONS,
  ITEM_STATES,
  MATCH_RULES,
  RECONCILIATION_KINDS,
  RECONCILIATION_SIDES,
} from "@/lib/contract/reconciliation.values";
import {
  DIFFERENCE_CAUSE_WORDS,
  EXCEPTION_REASON_WORDS,
  ITEM_STATE_WORDS,
  MATCH_RULE_WORDS,
  RECONCILIATION_KIND_WORDS,
  RECONCILIATION_SIDE_WORDS,
} from "@/lib/contract/reconciliation-items.values";
import { routes } from "@/lib/contract/routes";
import { bankAccounts } from "@/lib/server/db/schema/bank-statements";
import { reconciliationItems, reconciliationMatches } from "@/lib/server/db/schema/reconciliation";
import { adminCell, labelCell, moneyCell, numberCell, textCell } from "@/lib/server/exports/cells";
import type { ExportList } from "@/lib/server/exports/lists";
import { itemStateSql } from "@/lib/server/reconciliation/open-items";
import { type ItemFilters, reconciliationItemFilter } from "./filter";
import { itemReasonSql } from "./rows";

const t = reconciliationItems;
const ruleOfItem = sql`(select ${reconciliationMatches.rule} from ${reconciliationMatches} where ${reconciliationMatches.id} = ${t.matchId})`;
const accountOfItem = sql`(select ${bankAccounts.name} from ${bankAccounts} where ${bankAccounts.id} = ${t.accountId})`;

/** Export of reconciliation items. Finance officers fill in the last three columns and send the file back (`reconciliation.decideItems`). */
export const reconciliationItemExport: ExportList = {
  route: routes.reconciliation.exportItems,
  table: reconciliationItems,
  key: { at: t.day, id: t.id, direction: "asc" },
  columns: [
    ["Item", numberCell(t.id)],
    ["Version", numberCell(t.version)],
    ["Day", textCell(sql`${t.day}::text`)],
    ["Due", textCell(sql`${t.dueOn}::text`)],
    ["Side", labelCell(t.side, RECONCILIATION_SIDES, RECONCILIATION_SIDE_WORDS)],
    ["Kind", labelCell(t.kind, RECONCILIATION_KINDS, RECONCILIATION_KIND_WORDS)],
    ["Account", textCell(accountOfItem)],
    ["Provider", textCell(t.provider)],
    ["Reference", textCell(t.reference)],
    ["Provider reference", textCell(t.providerReference)],
    ["Narration", textCell(t.narration), "movement.name"],
    ["Amount (naira)", moneyCell(t.amount)],
    ["State", labelCell(itemStateSql, ITEM_STATES, ITEM_STATE_WORDS)],
    ["Reason", labelCell(itemReasonSql, EXCEPTION_REASONS, EXCEPTION_REASON_WORDS)],
    ["Cause", labelCell(t.cause, DIFFERENCE_CAUSES, DIFFERENCE_CAUSE_WORDS)],
    ["Compared with", numberCell(t.counterpartId)],
    ["Rule", labelCell(ruleOfItem, MATCH_RULES, MATCH_RULE_WORDS)],
    ["Asked", adminCell(t.askedId)],
    ["Decision", textCell(sql`''`)],
    ["Match with", textCell(sql`''`)],
    ["Remark", textCell(sql`''`)],
  ],
  filter: (filter, { id }) => reconciliationItemFilter(filter as ItemFilters, id),
};
