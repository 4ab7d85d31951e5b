"use client";

import { clsx } from "clsx";
import { TableBodyRow } from "./body-row";
import type { TableColumn } from "./column";
import { TableHead } from "./head";
import { handleRowGestures } from "./row-gestures";
import { SkeletonRows } from "./skeleton-rows";
import { useTableOverflow } from "./use-overflow";
import { useStableScrollPosition } from "./use-steady-scroll";

export type RowsTableProps<Row> = {
  /** Accessible name of the table: "Categories". */
  label: string;
  columns: readonly TableColumn<Row>[];
  /** Undefined while the rows load. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** Returns the URL that a click on the row opens, if any. */
  rowHref?: (row: Row) => string | undefined;
  /** Number of placeholder rows while the rows load. */
  expected?: number;
  /** True during a refetch. */
  busy?: boolean;
  /** True if these rows are of the previous page or filter, while the new rows load. */
  dimmed?: boolean;
  /** Sort column of the API, with "-" for descending, and the handler for clicks on a header. */
  sorting?: { sort: string | undefined; onSort: (column: string) => void };
  /** Set if rows can be selected. */
  selection?: {
    state: "all" | "some" | "none";
    onAll: (isChecked: boolean) => void;
    ids: readonly string[];
    onRow: (id: string, isChecked: boolean) => void;
    nameOf: (row: Row) => string;
  };
};

const handleGestures = (table: HTMLTableElement | null) => (table ? handleRowGestures(table) : undefined);

/** Renders rows under a sticky header. On a phone each row is a block with a label before each value. */
export function RowsTable<Row>(props: RowsTableProps<Row>) {
  const {
    label,
    columns,
    rows,
    rowId,
    rowHref,
    expected = 3,
    busy = false,
    dimmed: isDimmed = false,
    sorting,
    selection,
  } = props;
  const [frame, overflows] = useTableOverflow();
  const body = useStableScrollPosition<HTMLTableSectionElement>(isDimmed);
  return (
    // Makes a scrolling frame focusable by keyboard. The frame is no landmark, because the section around the frame may have the same name.
    <div
      ref={frame}
      {...(overflows && { role: "group", "aria-label": label, tabIndex: 0 })}
      className={clsx("rounded-t-lg text-sm", overflows ? "overflow-x-auto -outline-offset-2" : "overflow-x-clip")}
    >
      <table ref={handleGestures} aria-label={label} aria-busy={busy || undefined} className="w-full max-md:block">
        <TableHead columns={columns} sorting={sorting} selection={selection} sticky={!overflows} />
        {rows ? (
          <tbody ref={body} className={clsx("transition-[filter] max-md:block", isDimmed && "grayscale delay-100")}>
            {rows.map((row) => (
              <TableBodyRow
                key={rowId(row)}
                row={row}
                columns={columns}
                href={rowHref?.(row)}
                selection={
                  selection && {
                    name: selection.nameOf(row),
                    checked: selection.ids.includes(rowId(row)),
                    onChange: (isChecked) => selection.onRow(rowId(row), isChecked),
                  }
                }
              />
            ))}
          </tbody>
        ) : (
          <SkeletonRows rows={expected} columns={columns.length + (selection ? 1 : 0)} />
        )}
      </table>
    </div>
  );
}
