"use client";

import { type ReactNode, useEffect, useRef } from "react";
import {
  EmptyListState,
  LoadFailed,
  NoMatchesState,
  PageBeyondEndState,
  StaleDataNotice,
} from "@/components/common/states";
import { Button } from "@/components/ui/button";
import { hasSearchOrFilters } from "@/lib/client/list-params";
import type { ListParams } from "@/lib/client/use-list-params";
import type { ListResponse } from "@/lib/contract/common";
import type { TableColumn } from "./column";
import { ColumnsButton } from "./columns-button";
import type { Facet } from "./facet";
import { NewerRowsButton } from "./newer-rows";
import { TablePager } from "./pager";
import { PrintListSummary } from "./print-list-summary";
import { RowsTable } from "./rows-table";
import { TableToolbar } from "./toolbar";
import { useRestoreListPosition } from "./use-list-position";
import { useRowSelection } from "./use-selection";
import { useColumnLayout, useSavedViewsState } from "./views-context";

/** Part of a TanStack Query result that the table reads. */
export type TableRowsQuery<Row> = {
  data?: ListResponse<Row>;
  isError: boolean;
  isFetching: boolean;
  isPlaceholderData: boolean;
  error: Error | null;
  refetch: () => unknown;
};

export type DataTableProps<Row> = {
  /** Accessible name of the table: "KYC requests". */
  label: string;
  columns: readonly TableColumn<Row>[];
  query: TableRowsQuery<Row>;
  list: ListParams;
  rowId: (row: Row) => string;
  /** Returns the URL that a click on the row opens, if any. */
  rowHref?: (row: Row) => string | undefined;
  searchLabel?: string;
  facets?: readonly Facet[];
  actions?: ReactNode;
  /** Text and action shown when the list is empty. */
  empty?: { text?: string; action?: ReactNode };
  /** Makes rows selectable. `rowName` labels a row's checkbox. `bar` renders actions for the selected rows with their current data. */
  selection?: { rowName: (row: Row) => string; bar: (rows: readonly Row[], clear: () => void) => ReactNode };
};

/** Renders a list that the server filters, sorts and paginates. The URL stores the state of the list. */
export function DataTable<Row>({
  label,
  columns,
  query,
  list,
  rowId,
  rowHref,
  selection,
  ...tableProps
}: DataTableProps<Row>) {
  const section = useRef<HTMLElement>(null);
  const views = useSavedViewsState(list);
  const { arranged, visible, layout, change: changeColumns } = useColumnLayout(list, columns);
  useKeptSearch(list);
  const { data } = query;
  const rows = data?.items ?? [];
  const position = useRestoreListPosition(section, data !== undefined);
  const selected = useRowSelection(rows.map(rowId), position.selectedIds);
  position.keepSelected(selected.ids);
  const facets = tableProps.facets ?? [];
  const viewsProps = { list, facets, columns, layout, data };

  // Scrolls to the top of a long table after a click on the pager. After a key press the scroll position stays.
  const goTo = (page: number, byPointer: boolean) => {
    list.setPage(page);
    if (byPointer && (section.current?.getBoundingClientRect().top ?? 0) < 0) section.current?.scrollIntoView();
  };

  const showNewest = () => {
    if (list.state.page > 1) list.setPage(1);
    section.current?.focus();
  };

  const state = data ? (rows.length > 0 ? "rows" : "empty") : query.isError ? "failed" : "loading";
  return (
    <section ref={section} tabIndex={-1} aria-label={label} className="space-y-3 text-sm outline-none">
      {views && <views.Bar {...viewsProps} />}
      <TableToolbar
        list={list}
        searchLabel={tableProps.searchLabel}
        facets={facets}
        columns={columns}
        actions={
          <>
            {tableProps.actions}
            {columns.length > 1 && <ColumnsButton columns={arranged} layout={layout} onChange={changeColumns} />}
          </>
        }
        saveView={views && <views.SaveButton {...viewsProps} />}
      />
      <PrintListSummary list={list} facets={facets} columns={columns} data={data} />
      {selection && selected.ids.length > 0 && (
        <div
          className="flex flex-wrap items-center gap-2 rounded-lg bg-primary-soft px-4 py-2 print:hidden"
          role="status"
        >
          <span className="mr-auto font-semibold text-primary">{selected.ids.length} selected</span>
          {selection.bar(
            rows.filter((row) => selected.ids.includes(rowId(row))),
            selected.clear,
          )}
          <Button variant="ghost" size="sm" onClick={selected.clear}>
            Clear selection
          </Button>
        </div>
      )}
      <div className="relative rounded-lg border border-border bg-surface shadow-card">
        {query.isFetching && data && <LoadingBar />}
        {data?.until !== undefined && <NewerRowsButton query={query} data={data} onShow={showNewest} />}
        {data && query.isError && (
          <StaleDataNotice what="These rows" message={query.error?.message} onRetry={query.refetch} />
        )}
        {(state === "rows" || state === "loading") && (
          <RowsTable
            label={label}
            columns={visible}
            rows={state === "rows" ? rows : undefined}
            rowId={rowId}
            rowHref={rowHref}
            expected={list.state.size}
            busy={query.isFetching}
            dimmed={query.isPlaceholderData}
            sorting={{ sort: list.sort, onSort: list.toggleSort }}
            selection={
              selection && {
                state: selected.state,
                onAll: selected.toggleAll,
                ids: selected.ids,
                onRow: selected.toggle,
                nameOf: selection.rowName,
              }
            }
          />
        )}
        {state === "failed" && (
          <LoadFailed message={query.error?.message} busy={query.isFetching} onRetry={query.refetch} />
        )}
        {state === "empty" && <EmptyMessage list={list} data={data} empty={tableProps.empty} />}
        {data && rows.length > 0 && (
          <div className="border-t border-border">
            <TablePager page={list.state.page} data={data} onPage={goTo} onSize={list.setSize} />
          </div>
        )}
      </div>
    </section>
  );
}

/** Stores filters that the admin changes on this page, but not filters that a link opened. */
function useKeptSearch(list: ListParams) {
  const views = useSavedViewsState(list);
  const { name, search } = list.views ?? {};
  const lastSearch = useRef(search);
  useEffect(() => {
    if (search === lastSearch.current || !name || search === undefined) return;
    lastSearch.current = search;
    views?.keepSearch(name, search);
  }, [views, name, search]);
}

type EmptyMessageProps = {
  list: ListParams;
  data: Pick<ListResponse<unknown>, "total" | "suggestion"> | undefined;
  empty: DataTableProps<never>["empty"];
};

function EmptyMessage({ list, data: { total, suggestion } = { total: 0 }, empty }: EmptyMessageProps) {
  if (list.state.page > 1 && total > 0) return <PageBeyondEndState onFirst={() => list.setPage(1)} />;
  if (hasSearchOrFilters(list.state))
    return (
      <NoMatchesState
        onClear={list.clear}
        suggestion={suggestion === undefined ? undefined : { name: suggestion, onSearch: list.setSearch }}
      />
    );
  return <EmptyListState action={empty?.action}>{empty?.text}</EmptyListState>;
}

/** Renders a loading bar over the top edge, so that nothing shifts when it appears. */
function LoadingBar() {
  return (
    <div className="absolute inset-x-0 top-0 z-20 h-0.5 overflow-hidden rounded-t-lg" aria-hidden="true">
      <div className="h-full w-2/5 animate-sweep bg-primary" />
    </div>
  );
}
