import "server-only";
import { sql } from "drizzle-orm";
import type { FeatureAccess } from "@/lib/contract/access";
import { canSeeField, featureThatShows } from "@/lib/contract/personal.values";
import { textCell } from "./cells";
import type { ExportColumn, ExportList } from "./lists";

const isColumnHidden = (rights: readonly FeatureAccess[], [, , field]: ExportColumn) =>
  field !== undefined && !canSeeField(rights, field);

/**
 * Returns the list with the columns that the admin may see. A hidden column keeps its position for programs that parse the file: its header
 * states the required right, and its cells are empty.
 */
export const withVisibleColumns = (list: ExportList, rights: readonly FeatureAccess[]): ExportList => ({
  ...list,
  columns: list.columns.map((column) => {
    const [header, , field] = column;
    if (field === undefined || !isColumnHidden(rights, column)) return column;
    return [`${header} (hidden: needs ${featureThatShows(field)})`, textCell(sql`null::text`)];
  }),
});

/** Returns the headers of hidden columns for the audit row; undefined if none is hidden. */
export function hiddenColumnHeaders({ columns }: ExportList, rights: readonly FeatureAccess[]): string | undefined {
  const headers = columns.filter((column) => isColumnHidden(rights, column)).map(([header]) => header);
  return headers.length ? headers.join(", ") : undefined;
}
