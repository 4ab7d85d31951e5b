"use client";

import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { activeFilters, type Facet, type FilterState, facetUrlParams } from "./facet";

type FilterChipsProps = {
  facets: readonly Facet[];
  filters: FilterState;
  onChange: (values: Record<string, string | undefined>) => void;
  onClear: () => void;
  saveView?: ReactNode;
};

/** Lists the active filters as chips with buttons to remove them. */
export function FilterChips({ facets, filters, onChange, onClear, saveView }: FilterChipsProps) {
  const active = activeFilters(facets, filters);
  if (active.length === 0) return null;
  return (
    <ul aria-label="Active filters" className="flex flex-wrap items-center gap-2 print:hidden">
      {active.map(({ facet, text }) => (
        <li key={facet.label}>
          <button
            type="button"
            onClick={() => onChange(Object.fromEntries(facetUrlParams(facet).map((key) => [key, undefined])))}
            className="inline-flex min-h-7 max-w-80 items-center gap-1.5 rounded-full border border-border bg-surface py-0.5 pr-2 pl-3 text-sm font-medium hover:bg-sunken"
          >
            <span className="sr-only">Remove filter</span>
            <span className="truncate">{text}</span>
            <X className="size-3.5 shrink-0 text-muted" aria-hidden="true" />
          </button>
        </li>
      ))}
      <li>
        <Button variant="link" size="sm" onClick={onClear}>
          Clear all
        </Button>
      </li>
      {saveView && <li>{saveView}</li>}
    </ul>
  );
}
