"use client";

import { clsx } from "clsx";
import { BodyRow } from "./body-row";
import type { Column } from "./column";
import { Head } from "./head";
import { SkeletonRows } from "./skeleton-rows";
import { useOverflow } from "./use-overflow";

export type RowsTableProps<Row> = {
  /** Names the table for screen readers: "Categories". */
  label: string;
  columns: readonly Column<Row>[];
  /** Absent while they load. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** Where a click on the row leads, if anywhere. */
  rowHref?: (row: Row) => string | undefined;
  /** How many rows to hold the place for while they load. */
  expected?: number;
  /** They are read again. */
  busy?: boolean;
  /** These are the rows of before, while others load. */
  dimmed?: boolean;
  /** Where the server sorts: the column, "-" before it for descending, and what a press on a head does. */
  sorting?: { sort: string | undefined; onSort: (column: string) => void };
  /** Present when rows can be selected. */
  selection?: {
    state: "all" | "some" | "none";
    onAll: (on: boolean) => void;
    ids: readonly string[];
    onRow: (id: string, on: boolean) => void;
    nameOf: (row: Row) => string;
  };
};

/** Rows under a head that stays in sight; on a phone each row is a block, with a label before each value. */
export function RowsTable<Row>(props: RowsTableProps<Row>) {
  const {
    label,
    columns,
    rows,
    rowId,
    rowHref,
    expected = 3,
    busy = false,
    dimmed = false,
    sorting,
    selection,
  } = props;
  const [frame, overflows] = useOverflow();
  return (
    // What scrolls sideways has to be reachable by keyboard. No landmark: the list around it may be one of the same name.
    <div
      ref={frame}
      {...(overflows && { role: "group", "aria-label": label, tabIndex: 0 })}
      className={clsx("rounded-t-lg text-sm", overflows ? "overflow-x-auto -outline-offset-2" : "overflow-x-clip")}
    >
      <table aria-label={label} aria-busy={busy || undefined} className="w-full max-md:block">
        <Head columns={columns} sorting={sorting} selection={selection} sticky={!overflows} />
        {rows ? (
          <tbody className={clsx("transition-[filter] max-md:block", dimmed && "grayscale delay-100")}>
            {rows.map((row) => (
              <BodyRow
                key={rowId(row)}
                row={row}
                columns={columns}
                href={rowHref?.(row)}
                selection={
                  selection && {
                    name: selection.nameOf(row),
                    checked: selection.ids.includes(rowId(row)),
                    onChange: (on) => selection.onRow(rowId(row), on),
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
