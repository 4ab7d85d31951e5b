"use client";

import { Plus } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { EmptyListState, LoadFailed, NoMatchesState, StaleDataNotice } from "@/components/common/states";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { TableColumn } from "./column";
import { OrderButtons } from "./order-buttons";
import { RowsTable } from "./rows-table";
import { SortableList } from "./sortable-list";
import { useRecordInUrl } from "./use-record-in-url";
import type { ReorderActions } from "./use-reorder";

type RecordListProps<T> = {
  /** Accessible name of the table: "Categories". */
  label: string;
  /** URL parameter for the id of the open record: "category" for `?category=…` and `?category=new`. */
  address: string;
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** Rows in their order; undefined while they load. */
  rows: readonly T[] | undefined;
  columns: readonly TableColumn<T>[];
  /** Text shown while the list is empty. */
  empty: string;
  /** Another action of the empty list, besides adding a record. */
  fill?: ReactNode;
  /** Content beside the button that adds a record: links to other views, filters or a sentence. */
  head?: ReactNode;
  /** Label of the button that adds a record: "New category". */
  add: string;
  /** The admin's rights to create and to change records. The button for each is hidden without its right. */
  may: { create: boolean; update: boolean };
  /** Returns false for a row that can't be changed. Such a row has no button and no form. */
  isChangeable?: (row: T) => boolean;
  /** Renders the form for the given record; undefined for a new record. The form's code loads on first use. */
  dialog: (record: T | undefined, close: () => void) => ReactNode;
  preload: () => void;
  /** Actions that move rows up and down. Set if each row has buttons to move it. */
  moves?: ReorderActions<T>;
  /** Makes rows sortable by dragging or by typing a position. `send` receives all ids in the new order. */
  sortable?: { send?: (ids: string[]) => void };
  /** Clears the filters; undefined if none is active. */
  onClear?: () => void;
};

/** Renders a short list without pages, with a form to add and change records. */
export function RecordList<T extends { id: string; name: string }>(props: RecordListProps<T>) {
  const { label, address, query, rows, columns, may: rights, moves, sortable, dialog } = props;
  const { entry, open, close } = useRecordInUrl(address);
  const { isChangeable = () => true } = props;
  const selected = rows?.find((row) => row.id === entry && isChangeable(row));
  const preloadProps = { onPointerEnter: props.preload, onFocus: props.preload };
  const actions: TableColumn<T> = {
    id: "actions",
    header: "Actions",
    quiet: true,
    align: "end",
    phone: "line",
    cell: (row) => (
      <div className="flex items-center gap-1 md:justify-end">
        {moves && <OrderButtons name={row.name} {...moves.endsOf(row)} onMove={(offset) => moves.move(row, offset)} />}
        {isChangeable(row) && (
          <Button size="sm" aria-label={`Change ${row.name}`} {...preloadProps} onClick={() => open(row.id)}>
            Change
          </Button>
        )}
      </div>
    ),
  };
  const visibleColumns = rights.update ? [...columns, actions] : columns;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        {/* Puts links and filters on their own line on a phone, because beside the button they would be stacked. A sentence fits. */}
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-3 max-md:has-[a,button,select]:basis-full">
          {props.head}
        </div>
        {rights.create && (
          <Button variant="primary" {...preloadProps} onClick={() => open("new")}>
            <Plus aria-hidden="true" /> {props.add}
          </Button>
        )}
      </div>
      <Card>
        {rows && query.error && (
          <StaleDataNotice
            what="These rows"
            message={query.error.message}
            busy={query.isFetching}
            onRetry={query.refetch}
          />
        )}
        {!rows && query.error && (
          <LoadFailed message={query.error.message} busy={query.isFetching} onRetry={query.refetch} />
        )}
        {rows?.length === 0 &&
          (props.onClear ? (
            <NoMatchesState onClear={props.onClear} />
          ) : (
            <EmptyListState action={props.fill}>{props.empty}</EmptyListState>
          ))}
        {(rows ? rows.length > 0 : !query.error) &&
          (sortable && rows ? (
            <div className="px-5 py-3">
              <SortableList
                label={label}
                items={rows}
                idOf={({ id }) => id}
                nameOf={({ name }) => name}
                disabled={!rights.update || !sortable.send}
                onOrder={(ids) => sortable.send?.(ids)}
                render={(row) => <RecordLine row={row} columns={visibleColumns} />}
              />
            </div>
          ) : (
            <RowsTable label={label} columns={visibleColumns} rows={rows} rowId={({ id }) => id} />
          ))}
      </Card>
      {moves && (
        <p role="status" className="sr-only">
          {moves.announcement}
        </p>
      )}
      <Suspense>
        {rows && entry === "new" && rights.create && dialog(undefined, close)}
        {selected && rights.update && dialog(selected, close)}
      </Suspense>
    </>
  );
}

/** Renders a draggable record as one line, with its values in the widths of their columns. */
function RecordLine<T>({ row, columns }: { row: T; columns: readonly TableColumn<T>[] }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      {columns.map(({ id, width, cell }, index) => (
        <div
          key={id}
          style={{ width }}
          className={
            index === 0 ? "min-w-40 flex-1 wrap-anywhere" : "wrap-anywhere max-md:w-auto! max-md:min-w-0 md:shrink-0"
          }
        >
          {cell(row)}
        </div>
      ))}
    </div>
  );
}
