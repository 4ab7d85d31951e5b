import type { ReactNode } from "react";

/** A column of a data table. The first column names the row and contains its link. */
export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Column name in the API's sort parameter. */
  sort?: string;
  align?: "start" | "end";
  /** False keeps the column visible. The first column is always visible. */
  hideable?: boolean;
  /** Place on a phone: in the first line, in a line of its own, below with its label, or hidden. */
  phone?: "title" | "line" | "detail" | "hidden";
  /** True if the header is only for screen readers, as above a column of buttons. */
  quiet?: boolean;
  /** Takes the remaining width, at least 10rem, and truncates longer text. One column per table. */
  grows?: boolean;
  /** Hidden until an admin shows it, so that the other columns fit a window of 1440 px. */
  optional?: boolean;
  /** Wraps long text over several lines. */
  wraps?: boolean;
  /** CSS width that keeps the column from changing with its content. */
  width?: string;
};

/** Returns a sort order in words: "Due, descending"; "" for the list's own order. */
export function describeSort(columns: readonly Pick<Column<never>, "header" | "sort">[], sort = ""): string {
  const column = columns.find((each) => each.sort && each.sort === sort.replace(/^-/, ""));
  return column ? `${column.header}, ${sort.startsWith("-") ? "descending" : "ascending"}` : "";
}

export const phoneRole = (column: Column<never>, index: number) => column.phone ?? (index === 0 ? "title" : "detail");
