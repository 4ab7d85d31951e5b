import type { ReactNode } from "react";

/** One column of a data table. The first one names the row and links to it. */
export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Column name that the API sorts by. */
  sort?: string;
  align?: "start" | "end";
  /** The first column always shows; any other can be hidden unless this is false. */
  hideable?: boolean;
  /** On a phone: in the head line of the row, a whole line of its own, below with its label, or not at all. */
  phone?: "title" | "line" | "detail" | "hidden";
  /** The header is for screen readers alone, as that of a row's buttons. */
  quiet?: boolean;
  /** Long text goes over several lines. */
  wraps?: boolean;
  /** CSS width, where the content alone would make the columns jump. */
  width?: string;
};

export const phoneRole = (column: Column<never>, index: number) => column.phone ?? (index === 0 ? "title" : "detail");
