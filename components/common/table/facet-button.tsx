"use client";

import { clsx } from "clsx";
import { CalendarDays, ChevronDown } from "lucide-react";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { Popover } from "@/components/ui/popover";
import { ACTIVE_FACET_CLASS, type Facet, type FilterState, facetSummary, facetValues } from "./facet";

const FacetPanel = lazyWithPreload(() => import("./facet-panel"), "FacetPanel");

type FacetButtonProps = {
  facet: Facet;
  filters: FilterState;
  onChange: (values: Record<string, string | undefined>) => void;
};

/** Renders the button of one filter in the toolbar. An active filter also has a chip below, which removes the filter. */
export function FacetButton({ facet, filters, onChange }: FacetButtonProps) {
  const isSet = facetSummary(facet, filters) !== "";
  if (facet.kind === "toggle")
    return (
      <Button
        aria-pressed={isSet}
        className={clsx(isSet && ACTIVE_FACET_CLASS)}
        onClick={() => onChange({ [facet.key]: isSet ? undefined : "true" })}
      >
        {facet.label}
      </Button>
    );
  const count = facetValues(facet, filters).length;
  return (
    <Popover
      label={facet.label}
      preload={FacetPanel.preload}
      className={clsx(isSet && ACTIVE_FACET_CLASS)}
      button={
        <>
          {facet.kind === "days" && <CalendarDays aria-hidden="true" />}
          {facet.label}
          {facet.kind === "choices" && count > 0 && <span className="tabular-nums">({count})</span>}
          <ChevronDown className="opacity-60" aria-hidden="true" />
        </>
      }
    >
      {(close) => <FacetPanel facet={facet} filters={filters} onChange={onChange} onClose={close} />}
    </Popover>
  );
}
