"use client";

import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { Suspense, useId, useState } from "react";
import { CheckboxRow } from "@/components/ui/checkbox";
import { type Facet, type FilterPanelProps, facetSummary } from "./facet";
import { FacetPanel } from "./facet-panel";

/** Lists filters in a panel and shows the choices of one filter at a time. A single filter is open from the start. */
export function FacetSections({ facets, ...props }: { facets: readonly Facet[] } & FilterPanelProps) {
  const [open, setOpen] = useState(facets.length === 1 ? facets[0]?.label : undefined);
  return (
    <ul className="w-76 max-w-full space-y-0.5">
      {facets.map((facet) => (
        <li key={facet.label}>
          <FacetSection
            facet={facet}
            {...props}
            isOpen={open === facet.label}
            onToggle={() => setOpen(open === facet.label ? undefined : facet.label)}
          />
        </li>
      ))}
    </ul>
  );
}

type FacetSectionProps = FilterPanelProps & { facet: Facet; isOpen: boolean; onToggle: () => void };

function FacetSection({ facet, isOpen, onToggle, ...props }: FacetSectionProps) {
  const id = useId();
  const { filters, onChange } = props;
  const summary = facetSummary(facet, filters);
  if (facet.kind === "toggle")
    return (
      <CheckboxRow
        label={facet.label}
        checked={summary !== ""}
        onChange={(event) => onChange({ [facet.key]: event.target.checked ? "true" : undefined })}
      />
    );
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
        className="flex min-h-9 w-full items-center gap-2 rounded-md px-2.5 py-1 text-left text-base font-medium hover:bg-sunken"
      >
        <span className="shrink-0">{facet.label}</span>
        <span className="min-w-0 grow truncate text-right text-primary text-sm">{summary}</span>
        <ChevronDown
          className={clsx("size-4 shrink-0 opacity-60 transition-transform", isOpen && "rotate-180")}
          aria-hidden="true"
        />
      </button>
      {isOpen && (
        <div id={id} className="border-border border-b pb-1.5">
          {/* Shows the other filters while a panel's code loads: without this boundary, all would disappear until then. */}
          <Suspense>
            <FacetPanel facet={facet} {...props} />
          </Suspense>
        </div>
      )}
    </>
  );
}
