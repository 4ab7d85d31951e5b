"use client";

import { Plus } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { LoadFailed, NothingHere } from "@/components/common/states";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { Column } from "./column";
import { OrderButtons } from "./order-buttons";
import { RowsTable } from "./rows-table";
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
  /** Where people choose the order. */
  moves?: Moves<T>;
};

/** A short list of records that is read as a whole, with the form that adds one and changes one. */
export function RecordList<T extends { id: string; name: string }>(props: RecordListProps<T>) {
  const { label, address, query, rows, columns, may, moves, dialog } = props;
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
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        {props.head}
        {may.create && (
          <Button variant="primary" className="ml-auto" {...ahead} onClick={() => open("new")}>
            <Plus aria-hidden="true" /> {props.add}
          </Button>
        )}
      </div>
      <Card>
        {!rows && query.error && (
          <LoadFailed message={query.error.message} busy={query.isFetching} onRetry={query.refetch} />
        )}
        {rows?.length === 0 && <NothingHere>{props.empty}</NothingHere>}
        {(rows ? rows.length > 0 : !query.error) && (
          <RowsTable
            label={label}
            columns={may.update ? [...columns, actions] : columns}
            rows={rows}
            rowId={({ id }) => id}
          />
        )}
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
