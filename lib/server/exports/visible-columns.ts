import "server-only";
import { sql } from "drizzle-orm";
import type { FeatureAccess } from "@/lib/contract/access";
import { featureShowing, shows } from "@/lib/contract/personal.values";
import { textCell } from "./cells";
import type { Column, ExportList } from "./lists";

const isHidden = (rights: readonly FeatureAccess[], [, , field]: Column) =>
  field !== undefined && !shows(rights, field);

/**
 * The list with the columns that its reader may see. A hidden column stays in its place, so that programs that read the file
 * find the others; its header says what it needs and its cells are empty.
 */
export const withVisibleColumns = (list: ExportList, rights: readonly FeatureAccess[]): ExportList => ({
  ...list,
  columns: list.columns.map((column) => {
    const [header, , field] = column;
    if (field === undefined || !isHidden(rights, column)) return column;
    return [`${header} (hidden: needs ${featureShowing(field)})`, textCell(sql`null::text`)];
  }),
});

/** Headers of the hidden columns for the audit row of a file; undefined where it has all columns. */
export function hiddenColumns({ columns }: ExportList, rights: readonly FeatureAccess[]): string | undefined {
  const headers = columns.filter((column) => isHidden(rights, column)).map(([header]) => header);
  return headers.length ? headers.join(", ") : undefined;
}
