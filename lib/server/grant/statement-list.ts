import "server-only";
import { sql } from "drizzle-orm";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { routes } from "@/lib/contract/routes";
import { grantBatchRows as table } from "@/lib/server/db/schema/grant-payout";
import { nairaCell, numberCell, textCell, timeCell, wordCell } from "@/lib/server/exports/cells";
import type { ExportList } from "@/lib/server/exports/lists";
import { batchRowFilter } from "./batch-rows";

const ofApplication = (what: string) =>
  sql`(select ${sql.raw(what)} from grant_applications a join users u on u.id = a.user_id where a.id = ${table.applicationId})`;
const ofBatch = (what: string) =>
  sql`(select ${sql.raw(what)} from grant_batches b join grant_programmes p on p.id = b.programme_id where b.id = ${table.batchId})`;
const ofTransaction = (what: string) =>
  sql`(select ${sql.raw(what)} from transactions t where t.id = ${table.transactionId})`;
/** Kobo that the ledger took from the grants pool for the row, and that the provider reported as paid into the account. */
const fromPool = sql`(select coalesce(-sum(p.amount), 0) from ledger_entries e join ledger_postings p on p.entry_id = e.id
  where e.source_type = 'transaction' and e.source_id = ${table.transactionId} and p.account_id = ${sql.raw(`'${IDS.grants_pool}'`)})`;
const reported = sql`(select coalesce(sum(t.amount), 0) from transactions t where t.id = ${table.transactionId} and t.channel <> 'wallet'
  and exists (select 1 from transaction_events e where e.transaction_id = t.id and e.kind in ('webhook', 'requery')
    and e.to_state = 'succeeded'))`;

/** The rows of a batch, each with what it came to in the ledger and at the provider: both columns add up to what is paid. */
export const payoutExport: ExportList = {
  policy: routes.grant.statement.policy,
  table,
  key: { at: table.createdAt, id: table.row, direction: "asc" },
  columns: [
    ["Batch", textCell(ofBatch("b.reference"))],
    ["Programme", textCell(ofBatch("p.name"))],
    ["Row", numberCell(table.row)],
    ["Application", textCell(ofApplication("a.reference"))],
    ["Applicant", textCell(ofApplication("u.first_name || ' ' || u.last_name"))],
    ["Paid to", wordCell(ofApplication("a.payout_kind"))],
    ["Bank", textCell(ofApplication("a.bank"))],
    ["Account name", textCell(ofApplication("a.account_name"))],
    ["Account ends in", textCell(ofApplication("a.account_last4"))],
    ["Amount (naira)", nairaCell(table.amount)],
    ["State", wordCell(table.state)],
    ["Problem", textCell(table.problem)],
    ["Tries", numberCell(table.tries)],
    ["Transaction", textCell(ofTransaction("t.reference"))],
    ["Provider reference", textCell(ofTransaction("t.provider_reference"))],
    ["Completed (Lagos)", timeCell(ofTransaction("t.completed_at"))],
    ["Ledger (naira)", nairaCell(fromPool)],
    ["Provider (naira)", nairaCell(reported)],
  ],
  filter: ({ batchId }) => batchRowFilter({ batchId: String(batchId) }),
};
