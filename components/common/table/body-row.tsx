"use client";

import { clsx } from "clsx";
import Link from "next/link";
import { Checkbox } from "@/components/ui/checkbox";
import { type Column, phoneRole } from "./column";

type BodyRowProps<Row> = {
  row: Row;
  columns: readonly Column<Row>[];
  href?: string;
  /** Present when rows can be selected. */
  selection?: { name: string; checked: boolean; onChange: (on: boolean) => void };
};

/** A stretched link makes the whole row one target; controls in other cells stay above it. */
const LINK =
  "font-semibold outline-none after:absolute after:inset-0 after:rounded-sm focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-primary";
const PHONE = {
  title: "max-md:order-first max-md:col-span-2",
  // A second title, a state mostly, shares the head line with the first.
  "first of two": "max-md:order-first",
  "second of two": "max-md:order-first max-md:justify-self-end",
  line: "max-md:col-span-2",
  detail: "",
  hidden: "max-md:hidden",
};

/** One row; on a phone its cells are stacked, each with its label. */
export function BodyRow<Row>({ row, columns, href, selection }: BodyRowProps<Row>) {
  const titles = columns.filter((column, index) => phoneRole(column, index) === "title").length;
  return (
    <tr
      data-selected={selection?.checked || undefined}
      className={clsx(
        "relative border-b border-border transition-colors last:border-b-0 hover:bg-sunken/60 data-selected:bg-primary-soft max-md:grid max-md:grid-cols-2 max-md:gap-x-4 max-md:gap-y-2.5 max-md:px-4 max-md:py-3.5",
        selection && "max-md:pl-13",
      )}
    >
      {selection && (
        <td className="w-10 py-2.5 pl-4 max-md:absolute max-md:top-3.5 max-md:left-0 max-md:py-0">
          <Checkbox
            aria-label={`Select ${selection.name}`}
            checked={selection.checked}
            onChange={(event) => selection.onChange(event.target.checked)}
            // A grid, as every tick: as a block it has no mark.
            className="relative z-1 grid after:absolute after:-inset-3"
          />
        </td>
      )}
      {columns.map((column, index) => {
        const role = phoneRole(column, index);
        const phone = role === "title" && titles > 1 ? (index === 0 ? "first of two" : "second of two") : role;
        const Cell = index === 0 ? "th" : "td";
        return (
          <Cell
            key={column.id}
            scope={index === 0 ? "row" : undefined}
            className={clsx(
              "h-11 px-3 py-1.5 first:pl-4 last:pr-4 max-md:h-auto max-md:min-w-0 max-md:p-0! max-md:whitespace-normal",
              index === 0 && "text-left font-normal",
              !column.wraps && "whitespace-nowrap",
              column.align === "end" && "text-right tabular-nums max-md:text-left",
              index > 0 && "[&_a]:relative [&_a]:z-1 [&_button]:relative [&_button]:z-1",
              PHONE[phone],
            )}
          >
            {phone === "detail" && !column.quiet && (
              <span className="mb-0.5 block text-xs text-muted md:hidden" aria-hidden="true">
                {column.header}
              </span>
            )}
            {index === 0 && href ? (
              <Link href={href} prefetch={false} className={LINK}>
                {column.cell(row)}
              </Link>
            ) : (
              column.cell(row)
            )}
          </Cell>
        );
      })}
    </tr>
  );
}
