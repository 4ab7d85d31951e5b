"use client";

import type { ReactNode } from "react";
import { Select } from "@/components/ui/select";
import type { ListParams } from "@/lib/client/use-list-params";
import type { Column } from "./column";
import type { Facet } from "./facet";
import { FacetButton } from "./facet-button";
import { FilterChips } from "./filter-chips";
import { SearchField } from "./search-field";

type ToolbarProps = {
  list: ListParams;
  /** What the search looks through; absent where there is none. */
  searchLabel?: string;
  facets: readonly Facet[];
  columns: readonly Column<never>[];
  /** Export, "New …" and the like, at the right. */
  actions?: ReactNode;
};

/** Search, filters and what they are set to. */
export function Toolbar({ list, searchLabel, facets, columns, actions }: ToolbarProps) {
  return (
    <div className="space-y-2.5">
      <div className="flex flex-wrap items-center gap-2">
        {searchLabel && <SearchField value={list.state.q ?? ""} label={searchLabel} onSearch={list.setSearch} />}
        {/* On a phone the filters are one line that slides; padding keeps focus rings whole. */}
        <div className="flex items-center gap-2 max-md:-mx-4 max-md:w-[calc(100%+2rem)] max-md:overflow-x-auto max-md:px-4 max-md:py-1 md:contents">
          <SortSelect columns={columns} sort={list.sort} onSort={list.setSort} />
          {facets.map((facet) => (
            <FacetButton key={facet.label} facet={facet} filters={list.state.filters} onChange={list.setFilters} />
          ))}
        </div>
        {actions && (
          <div className="ml-auto flex items-center gap-2 max-md:flex-wrap max-md:justify-end">{actions}</div>
        )}
      </div>
      <FilterChips facets={facets} filters={list.state.filters} onChange={list.setFilters} onClear={list.clear} />
    </div>
  );
}

/** Sorting on a phone, where there is no table head. */
function SortSelect(props: Pick<ToolbarProps, "columns"> & { sort?: string; onSort: ListParams["setSort"] }) {
  const options = props.columns.flatMap(({ sort, header }) =>
    sort
      ? [
          { value: sort, label: `${header} ↑` },
          { value: `-${sort}`, label: `${header} ↓` },
        ]
      : [],
  );
  if (options.length === 0) return null;
  return (
    <Select
      dense
      aria-label="Sort by"
      placeholder={props.sort ? undefined : "Sort by"}
      options={options}
      value={props.sort ?? ""}
      onChange={(event) => props.onSort(event.target.value || undefined)}
      className="w-40 shrink-0 md:hidden"
    />
  );
}
