"use client";

import { clsx } from "clsx";
import Link from "next/link";
import { Checkbox } from "@/components/ui/checkbox";
import { ROW_LINK_ATTR } from "@/lib/client/row-link";
import { columnPlaceOnPhone, type TableColumn } from "./column";

type BodyRowProps<Row> = {
  row: Row;
  columns: readonly TableColumn<Row>[];
  href?: string;
  /** Name, state and handler of the row's checkbox. Set if rows can be selected. */
  selection?: { name: string; checked: boolean; onChange: (isChecked: boolean) => void };
};

/** CSS classes of cells on a phone (app/table.css). Their names are short, because a list repeats them in hundreds of cells. */
const PHONE_CLASSES = {
  title: "max-md:order-first max-md:col-span-2",
  // Places a second title, usually a state, on the line of the first title.
  "first of two": "max-md:order-first",
  // Limits the width of the second title, because a long email would overflow to the left, over the first title.
  "second of two": "max-md:order-first max-md:max-w-full max-md:justify-self-end",
  line: "max-md:col-span-2",
  detail: "",
  hidden: "max-md:hidden",
};

/** Renders one row of a table. On a phone its cells are stacked with labels. */
export function TableBodyRow<Row>({ row, columns, href, selection }: BodyRowProps<Row>) {
  const titles = columns.filter((column, index) => columnPlaceOnPhone(column, index) === "title").length;
  return (
    <tr
      data-selected={selection?.checked || undefined}
      className={clsx("table-row-block", selection && "max-md:pl-13")}
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
        const role = columnPlaceOnPhone(column, index);
        const phone = role === "title" && titles > 1 ? (index === 0 ? "first of two" : "second of two") : role;
        const Cell = index === 0 ? "th" : "td";
        return (
          <Cell
            key={column.id}
            scope={index === 0 ? "row" : undefined}
            className={clsx(
              "cell",
              index === 0 && "text-left font-normal",
              column.wraps ? "cell-wraps" : "cell-line",
              column.grows && "cell-grows",
              column.align === "end" && "cell-end",
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
              <Link href={href} prefetch={false} draggable={false} {...{ [ROW_LINK_ATTR]: "" }} className="row-link">
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
