import "server-only";
import { sql } from "drizzle-orm";
import { routes } from "@/lib/contract/routes";
import { moneyCell, numberCell, textCell } from "@/lib/server/exports/cells";
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
    ["Day", textCell(sql`${lineColumn("day")}::text`)],
    ["Number", numberCell(lineColumn("n"))],
    ["Section", textCell(lineColumn("section"))],
    ["Line", textCell(lineColumn("label"))],
    ["Count", numberCell(lineColumn("count"))],
    ["Amount (naira)", moneyCell(lineColumn("amount"))],
  ],
  filter: ({ day }) => sql`${lineColumn("day")} = ${String(day)}::date`,
};
