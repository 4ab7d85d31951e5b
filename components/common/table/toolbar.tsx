"use client";

import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Select } from "@/components/ui/select";
import type { ListParams } from "@/lib/client/use-list-params";
import { firstClickSort } from "@/lib/contract/list.values";
import type { TableColumn } from "./column";
import type { Facet } from "./facet";
import { FacetButton } from "./facet-button";
import { FilterChips } from "./filter-chips";
import { MoreFiltersButton } from "./more-filters";
import { SearchField } from "./search-field";
import { useFittingItemCount } from "./use-fitting-count";

type TableToolbarProps = {
  list: ListParams;
  /** Label of the search field, which lists the searched fields. Omit it for lists without search. */
  searchLabel?: string;
  facets: readonly Facet[];
  columns: readonly TableColumn<never>[];
  /** Buttons at the right, such as Export or "New …". */
  actions?: ReactNode;
  /** Button after the active filters that saves them as a view. */
  saveView?: ReactNode;
};

/** Renders a list's search field, filters and the chips of active filters. */
export function TableToolbar({ list, searchLabel, facets, columns, actions, saveView }: TableToolbarProps) {
  const { filters } = list.state;
  return (
    <div className="space-y-2.5">
      <div data-toolbar="" className="flex flex-wrap items-center gap-2">
        {searchLabel && <SearchField value={list.state.q ?? ""} label={searchLabel} onSearch={list.setSearch} />}
        <FilterRow list={list} facets={facets} columns={columns} />
        {actions && (
          <div className="ml-auto flex items-center gap-2 max-md:flex-wrap max-md:justify-end">{actions}</div>
        )}
      </div>
      <FilterChips
        facets={facets}
        filters={filters}
        onChange={list.setFilters}
        onClear={list.clear}
        saveView={saveView}
      />
    </div>
  );
}

/** Renders as many filters as fit one line. A button at the end of the line opens the other filters. */
function FilterRow({ list, facets, columns }: Pick<TableToolbarProps, "list" | "facets" | "columns">) {
  const [line, fittingCount] = useFittingItemCount();
  const { filters } = list.state;
  const sortOrders = sortOrdersOf(columns);
  if (facets.length === 0 && sortOrders.length === 0) return null;
  // Subtracts one, because on a phone the first item of the line is the sort order.
  const shownCount = fittingCount === undefined ? facets.length : Math.max(0, fittingCount - 1);
  return (
    // Until the items are measured, those that do not fit wrap to a second line, which is clipped. The padding keeps focus rings visible.
    <div
      ref={line}
      className={clsx(
        "relative -m-1 flex h-11 min-w-0 grow flex-wrap items-center gap-2 overflow-hidden p-1",
        "max-md:w-[calc(100%+0.5rem)] max-md:flex-none",
        facets.length > 0 ? "md:min-w-60 md:basis-0" : "md:hidden",
      )}
    >
      <div className={sortOrders.length > 0 ? "md:hidden" : "hidden"}>
        <SortSelect options={sortOrders} sort={list.sort} onSort={list.setSort} />
      </div>
      {facets.map((facet, index) => (
        <div key={facet.label} className={clsx(index >= shownCount && "invisible absolute")}>
          <FacetButton facet={facet} filters={filters} onChange={list.setFilters} />
        </div>
      ))}
      <div className={clsx(shownCount >= facets.length && "invisible absolute")}>
        <MoreFiltersButton facets={facets.slice(shownCount)} filters={filters} onChange={list.setFilters} />
      </div>
    </div>
  );
}

const sortOrdersOf = (columns: readonly TableColumn<never>[]) =>
  columns.flatMap(({ sort, header }) => {
    if (!sort) return [];
    const bothOrders = [
      { value: sort, label: `${header} ↑` },
      { value: `-${sort}`, label: `${header} ↓` },
    ];
    return firstClickSort(sort) === sort ? bothOrders : bothOrders.reverse();
  });

type SortSelectProps = {
  options: ReturnType<typeof sortOrdersOf>;
  sort: string | undefined;
  onSort: ListParams["setSort"];
};

/** Selects the sort order on a phone, where the table header is hidden. */
function SortSelect({ options, sort, onSort }: SortSelectProps) {
  return (
    <Select
      dense
      aria-label="Sort by"
      placeholder={sort ? undefined : "Sort by"}
      options={options}
      value={sort ?? ""}
      onChange={(event) => onSort(event.target.value || undefined)}
      className="w-36 shrink-0 max-[22rem]:w-28"
    />
  );
}
