"use client";

import { clsx } from "clsx";
import { ListFilter } from "lucide-react";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { Popover } from "@/components/ui/popover";
import { ACTIVE_FACET_CLASS, type Facet, type FilterPanelProps, facetSummary } from "./facet";

const FacetSections = lazyWithPreload(() => import("./facet-sections"), "FacetSections");

type MoreFiltersProps = Omit<FilterPanelProps, "onClose"> & { facets: readonly Facet[] };

/** Renders a button for the filters that do not fit the toolbar. It shows how many of them are active. */
export function MoreFiltersButton({ facets, filters, onChange }: MoreFiltersProps) {
  const activeCount = facets.filter((facet) => facetSummary(facet, filters) !== "").length;
  return (
    <Popover
      label="More filters"
      preload={FacetSections.preload}
      align="end"
      className={clsx(activeCount > 0 && ACTIVE_FACET_CLASS)}
      button={
        <>
          <ListFilter aria-hidden="true" />
          More filters
          {activeCount > 0 && <span className="tabular-nums">({activeCount})</span>}
        </>
      }
    >
      {(close) => <FacetSections facets={facets} filters={filters} onChange={onChange} onClose={close} />}
    </Popover>
  );
}
