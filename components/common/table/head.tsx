"use client";

import { clsx } from "clsx";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { Checkbox } from "@/components/ui/checkbox";
import type { TableColumn } from "./column";

type TableHeadProps = {
  columns: readonly TableColumn<never>[];
  sorting?: { sort: string | undefined; onSort: (column: string) => void };
  /** State of the header's checkbox, which selects all rows. Set if rows can be selected. */
  selection?: { state: "all" | "some" | "none"; onAll: (isChecked: boolean) => void };
  /** False if the table's frame scrolls horizontally: the header would stick to that frame instead of the window. */
  sticky: boolean;
};

const STYLE = "h-10 border-b border-border bg-surface px-3 first:rounded-tl-lg first:pl-4 last:rounded-tr-lg last:pr-4";

/** Renders a table's header. Visually hidden on a phone, where the toolbar offers sorting. */
export function TableHead({ columns, sorting, selection, sticky }: TableHeadProps) {
  return (
    <thead
      className={clsx("text-left text-xs whitespace-nowrap text-muted max-md:sr-only", sticky && "sticky top-21 z-10")}
    >
      <tr>
        {selection && (
          <th scope="col" className={clsx(STYLE, "w-10 print:hidden")}>
            <Checkbox
              aria-label="Select all rows of this page"
              checked={selection.state === "all"}
              mixed={selection.state === "some"}
              onChange={(event) => selection.onAll(event.target.checked)}
              className="grid"
            />
          </th>
        )}
        {columns.map((column) => (
          <th
            key={column.id}
            scope="col"
            aria-sort={ariaSort(column, sorting?.sort)}
            style={{ width: column.width }}
            className={clsx(
              STYLE,
              "font-semibold",
              column.align === "end" && "text-right",
              column.quiet && "print:hidden",
            )}
          >
            {column.sort && sorting ? (
              <SortButton header={column.header} column={column.sort} {...sorting} />
            ) : (
              <span className={clsx(column.quiet && "sr-only")}>{column.header}</span>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function ariaSort(column: TableColumn<never>, sort: string | undefined) {
  if (!column.sort || sort?.replace(/^-/, "") !== column.sort) return undefined;
  return sort?.startsWith("-") ? "descending" : "ascending";
}

type SortButtonProps = { header: string; column: string } & NonNullable<TableHeadProps["sorting"]>;

function SortButton({ header, column, sort, onSort }: SortButtonProps) {
  const active = sort?.replace(/^-/, "") === column;
  const Icon = !active ? ChevronsUpDown : sort?.startsWith("-") ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      onClick={() => onSort(column)}
      className={clsx(
        "-mx-1.5 inline-flex h-7 items-center gap-1 rounded-sm px-1.5 font-semibold hover:bg-sunken hover:text-foreground",
        active && "text-foreground",
      )}
    >
      {header}
      <Icon className={clsx("size-3.5", !active && "opacity-50")} aria-hidden="true" />
    </button>
  );
}
