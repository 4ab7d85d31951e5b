import "server-only";
import { sql } from "drizzle-orm";
import {
  BATCH_ROW_STATE_WORDS,
  BATCH_ROW_STATES,
  type BatchRowState,
  GRANT_PAYOUT_KINDS,
} from "@/lib/contract/grant.values";
import { routes } from "@/lib/contract/routes";
import { grantBatchRows as table } from "@/lib/server/db/schema/grant-payout";
import { codeLabelColumns, moneyCell, numberCell, textCell, timeCell } from "@/lib/server/exports/cells";
import type { ExportList } from "@/lib/server/exports/lists";
import { ledgerSumSql, providerSumSql } from "./batch-sums";
import { batchRowFilter } from "./list-batch-rows";

const applicationColumn = (expression: string) =>
  sql`(select ${sql.raw(expression)} from grant_applications a join users u on u.id = a.user_id where a.id = ${table.applicationId})`;
const batchColumn = (expression: string) =>
  sql`(select ${sql.raw(expression)} from grant_batches b join grant_programmes p on p.id = b.programme_id where b.id = ${table.batchId})`;
const transactionColumn = (expression: string) =>
  sql`(select ${sql.raw(expression)} from transactions t where t.id = ${table.transactionId})`;
/** States of unpaid rows. The PDF statement of a large batch lists only these (make-statement.ts). */
export const UNPAID_ROW_STATES = ["pending", "sent", "failed"] as const satisfies readonly BatchRowState[];

/** Export of a payout batch's rows. The ledger and provider columns add up to the sums on the batch's page. */
export const payoutExport: ExportList = {
  route: routes.grant.statement,
  table,
  key: { at: table.createdAt, id: table.row, direction: "asc" },
  columns: [
    ["Batch", textCell(batchColumn("b.reference"))],
    ["Programme", textCell(batchColumn("p.name"))],
    ["Row", numberCell(table.row)],
    ["Application", textCell(applicationColumn("a.reference"))],
    ["Applicant", textCell(applicationColumn("u.first_name || ' ' || u.last_name")), "payout.name"],
    ...codeLabelColumns("Paid to", applicationColumn("a.payout_kind"), GRANT_PAYOUT_KINDS),
    ["Bank", textCell(applicationColumn("a.bank")), "payout.bank_account"],
    ["Account name", textCell(applicationColumn("a.account_name")), "payout.bank_account"],
    ["Account ends in", textCell(applicationColumn("a.account_last4")), "payout.bank_account"],
    ["Amount (naira)", moneyCell(table.amount)],
    ...codeLabelColumns("State", table.state, BATCH_ROW_STATES, BATCH_ROW_STATE_WORDS),
    ["Problem", textCell(table.problem)],
    ["Tries", numberCell(table.tries)],
    ["Transaction", textCell(transactionColumn("t.reference"))],
    ["Provider reference", textCell(transactionColumn("t.provider_reference"))],
    ["Completed (Lagos)", timeCell(transactionColumn("t.completed_at"))],
    ["Ledger (naira)", moneyCell(ledgerSumSql(sql`${table}`))],
    ["Provider (naira)", moneyCell(providerSumSql(sql`${table}`))],
  ],
  filter: ({ batchId, only }) =>
    batchRowFilter({ batchId: String(batchId), ...(only === "open" && { state: UNPAID_ROW_STATES.join(",") }) }),
};
