import "server-only";
import { eq, sql } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import type { ExportLink } from "@/lib/contract/exports";
import type { reconciliationDays as contract } from "@/lib/contract/reconciliation-days";
import { routes } from "@/lib/contract/routes";
import type { HandlerContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { reconciliationDays } from "@/lib/server/db/schema/reconciliation";
import { identifierCell, moneyCell, numberCell, textCell } from "@/lib/server/exports/cells";
import { createExport } from "@/lib/server/exports/link";
import type { ExportList } from "@/lib/server/exports/lists";

/** SQL: the lines of all closed days' records. */
const RECORD_LINES = sql`(
  select d.day, l.n, l.line ->> 'section' as section, l.line ->> 'label' as label, (l.line ->> 'count')::int as count,
    (l.line ->> 'amount')::numeric as amount
  from reconciliation_days d cross join lateral jsonb_array_elements(d.figures -> 'lines') with ordinality as l(line, n)
  where d.state = 'closed'
) record_lines`;
const lineColumn = (column: "day" | "n" | "section" | "label" | "count" | "amount") =>
  sql.raw(`record_lines.${column}`);

/** Export of a closed day's record. */
export const dayRecordExport: ExportList = {
  route: routes.reconciliation.exportDay,
  table: RECORD_LINES,
  key: { at: lineColumn("day"), id: lineColumn("n"), direction: "asc" },
  columns: [
    ["Day", identifierCell(sql`${lineColumn("day")}::text`)],
    ["Number", numberCell(lineColumn("n"))],
    ["Section", textCell(lineColumn("section"))],
    ["Line", textCell(lineColumn("label"))],
    ["Count", numberCell(lineColumn("count"))],
    ["Amount (naira)", moneyCell(lineColumn("amount"))],
  ],
  filter: ({ day }) => sql`${lineColumn("day")} = ${String(day)}::date`,
};

/** Makes a link to the record of a closed day. @throws 404; 409 for a day that is not closed */
export async function exportDay(
  context: HandlerContext,
  { day, format }: InputOf<typeof contract.exportDay>,
): Promise<ExportLink> {
  const [row] = await context.db
    .select({ state: reconciliationDays.state })
    .from(reconciliationDays)
    .where(eq(reconciliationDays.day, day));
  if (row?.state !== "closed") throw refuse.conflict("Only a closed day has a record. Close it first.");
  return createExport(context, "reconciliation-day", { day, reference: day, format });
}
