import type { ReactNode } from "react";

/** Column of a data table. The first column identifies the row and contains its link. */
export type TableColumn<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Name of the column in the API's `sort` parameter. */
  sort?: string;
  align?: "start" | "end";
  /** False if the column can't be hidden. The first column never can. */
  hideable?: boolean;
  /** Place of the value on a phone: in the first line, in a line of its own, below with its label, or hidden. */
  phone?: "title" | "line" | "detail" | "hidden";
  /** True if only screen readers read the header, as above a column of buttons. */
  quiet?: boolean;
  /** True if the column takes the remaining width, at least 10rem, and truncates longer text. One column per table. */
  grows?: boolean;
  /** True if the column is hidden until an admin shows it, so that the other columns fit a window of 1440 px. */
  optional?: boolean;
  /** True if long text wraps over several lines. */
  wraps?: boolean;
  /** CSS width, which keeps the column's width independent of its content. */
  width?: string;
};

/** Describes a sort order: "Due, descending". Returns "" for the list's own order. */
export function describeSort(columns: readonly Pick<TableColumn<never>, "header" | "sort">[], sort = ""): string {
  const column = columns.find((each) => each.sort && each.sort === sort.replace(/^-/, ""));
  return column ? `${column.header}, ${sort.startsWith("-") ? "descending" : "ascending"}` : "";
}

/** Returns where a column's value is shown on a phone. Default: the first column is the title, others are details. */
export const columnPlaceOnPhone = (column: TableColumn<never>, index: number) =>
  column.phone ?? (index === 0 ? "title" : "detail");
