"use client";

import { Plus } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { LoadFailed, NothingHere, NothingMatches } from "@/components/common/states";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { Column } from "./column";
import { OrderButtons } from "./order-buttons";
import { RowsTable } from "./rows-table";
import { SortableList } from "./sortable-list";
import type { Moves } from "./use-moves";
import { useRecordInAddress } from "./use-record-in-address";

type RecordListProps<T> = {
  /** Names the table for screen readers: "Categories". */
  label: string;
  /** The address says under this name which record is open: "category" for `?category=…` and `?category=new`. */
  address: string;
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** In their order; absent while they load. */
  rows: readonly T[] | undefined;
  columns: readonly Column<T>[];
  /** Said while there is nothing yet. */
  empty: string;
  /** Where it is filled, besides by `add`. */
  fill?: ReactNode;
  /** Beside the button that adds one: links to other views, filters, a sentence. */
  head?: ReactNode;
  /** What the button says that adds one: "New category". */
  add: string;
  /** Without the right there is no button. */
  may: { create: boolean; update: boolean };
  /** The form of this record, or of a new one; fetched when it is first needed. */
  dialog: (record: T | undefined, close: () => void) => ReactNode;
  /** Fetches the form ahead. */
  preload: () => void;
  /** Where people choose the order, by the buttons of each row. */
  moves?: Moves<T>;
  /** Where they choose it by dragging, or by typing a place: all ids in their new order. Without `send` it stays as it is. */
  sortable?: { send?: (ids: string[]) => void };
  /** Takes back the filters that hide rows; absent while there are none. */
  onClear?: () => void;
};

/** A short list of records that is read as a whole, with the form that adds one and changes one. */
export function RecordList<T extends { id: string; name: string }>(props: RecordListProps<T>) {
  const { label, address, query, rows, columns, may, moves, sortable, dialog } = props;
  const { entry, open, close } = useRecordInAddress(address);
  const chosen = rows?.find(({ id }) => id === entry);
  const ahead = { onPointerEnter: props.preload, onFocus: props.preload };
  const actions: Column<T> = {
    id: "actions",
    header: "Actions",
    quiet: true,
    align: "end",
    phone: "line",
    cell: (row) => (
      <div className="flex items-center gap-1 md:justify-end">
        {moves && <OrderButtons name={row.name} {...moves.endsOf(row)} onMove={(by) => moves.move(row, by)} />}
        <Button size="sm" aria-label={`Change ${row.name}`} {...ahead} onClick={() => open(row.id)}>
          Change
        </Button>
      </div>
    ),
  };
  const shown = may.update ? [...columns, actions] : columns;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-3">{props.head}</div>
        {may.create && (
          <Button variant="primary" {...ahead} onClick={() => open("new")}>
            <Plus aria-hidden="true" /> {props.add}
          </Button>
        )}
      </div>
      <Card>
        {!rows && query.error && (
          <LoadFailed message={query.error.message} busy={query.isFetching} onRetry={query.refetch} />
        )}
        {rows?.length === 0 &&
          (props.onClear ? (
            <NothingMatches onClear={props.onClear} />
          ) : (
            <NothingHere action={props.fill}>{props.empty}</NothingHere>
          ))}
        {(rows ? rows.length > 0 : !query.error) &&
          (sortable && rows ? (
            <div className="px-5 py-3">
              <SortableList
                label={label}
                items={rows}
                idOf={({ id }) => id}
                nameOf={({ name }) => name}
                disabled={!may.update || !sortable.send}
                onOrder={(ids) => sortable.send?.(ids)}
                render={(row) => <Line row={row} columns={shown} />}
              />
            </div>
          ) : (
            <RowsTable label={label} columns={shown} rows={rows} rowId={({ id }) => id} />
          ))}
      </Card>
      {moves && (
        <p role="status" className="sr-only">
          {moves.said}
        </p>
      )}
      <Suspense>
        {rows && entry === "new" && may.create && dialog(undefined, close)}
        {chosen && may.update && dialog(chosen, close)}
      </Suspense>
    </>
  );
}

/** A record that can be dragged: its values beside each other, as wide as their columns say. */
function Line<T>({ row, columns }: { row: T; columns: readonly Column<T>[] }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      {columns.map(({ id, width, cell }, index) => (
        <div
          key={id}
          style={{ width }}
          className={index === 0 ? "min-w-40 flex-1" : "max-md:w-auto! max-md:min-w-0 md:shrink-0"}
        >
          {cell(row)}
        </div>
      ))}
    </div>
  );
}
