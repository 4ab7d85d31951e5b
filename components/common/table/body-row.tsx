"use client";

import { clsx } from "clsx";
import Link from "next/link";
import { Checkbox } from "@/components/ui/checkbox";
import { type Column, phoneRole } from "./column";
import { ROW_LINK } from "./row-gestures";

type BodyRowProps<Row> = {
  row: Row;
  columns: readonly Column<Row>[];
  href?: string;
  /** Set if rows can be selected. */
  selection?: { name: string; checked: boolean; onChange: (isChecked: boolean) => void };
};

/**
 * Stretches the link over its row, for the focus outline and for clicks before hydration. After hydration row-gestures.ts handles
 * clicks, so that text can be selected.
 */
const LINK_CLASS =
  "font-semibold select-text outline-none after:absolute after:inset-0 after:rounded-sm in-data-live-rows:after:pointer-events-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-primary";
const PHONE_CLASSES = {
  title: "max-md:order-first max-md:col-span-2",
  // A second title, usually a state, shares the first line with the first title.
  "first of two": "max-md:order-first",
  "second of two": "max-md:order-first max-md:justify-self-end",
  line: "max-md:col-span-2",
  detail: "",
  hidden: "max-md:hidden",
};

/** Renders one row; on a phone its cells are stacked with labels. */
export function BodyRow<Row>({ row, columns, href, selection }: BodyRowProps<Row>) {
  const titles = columns.filter((column, index) => phoneRole(column, index) === "title").length;
  return (
    <tr
      data-selected={selection?.checked || undefined}
      className={clsx(
        "relative border-b border-border transition-colors last:border-b-0 hover:bg-sunken/60 data-opening:bg-sunken data-selected:bg-primary-soft max-md:grid max-md:grid-cols-2 max-md:gap-x-4 max-md:gap-y-2.5 max-md:px-4 max-md:py-3.5",
        selection && "max-md:pl-13",
      )}
    >
      {selection && (
        <td className="w-10 py-2.5 pl-4 max-md:absolute max-md:top-3.5 max-md:left-0 max-md:py-0 print:hidden">
          <Checkbox
            aria-label={`Select ${selection.name}`}
            checked={selection.checked}
            onChange={(event) => selection.onChange(event.target.checked)}
            // Uses `grid`, because a checkbox with `display: block` loses its tick.
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
              "h-11 px-3 py-1.5 first:pl-4 last:pr-4 max-md:h-auto max-md:min-w-0 max-md:p-0! max-md:wrap-anywhere max-md:whitespace-normal",
              index === 0 && "text-left font-normal",
              column.wraps ? "wrap-anywhere md:min-w-40" : "whitespace-nowrap md:truncate",
              column.grows ? "md:w-full md:min-w-40 md:max-w-0" : !column.wraps && "md:max-w-80",
              column.align === "end" && "text-right tabular-nums max-md:text-left",
              index > 0 && "[&_a]:relative [&_a]:z-1 [&_button]:relative [&_button]:z-1",
              PHONE_CLASSES[phone],
              column.quiet && "print:hidden",
            )}
          >
            {phone === "detail" && !column.quiet && (
              <span className="mb-0.5 block text-xs text-muted md:hidden print:hidden" aria-hidden="true">
                {column.header}
              </span>
            )}
            {index === 0 && href ? (
              // `draggable={false}` and `user-select: text` make the text of the link selectable.
              <Link href={href} prefetch={false} draggable={false} {...{ [ROW_LINK]: "" }} className={LINK_CLASS}>
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
