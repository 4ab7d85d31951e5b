"use client";

import { clsx } from "clsx";
import { CalendarDays, ChevronDown } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { AmountsPanel } from "./amounts-panel";
import { type Facet, type FilterState, facetKeys, facetSummary } from "./facet";
import { ChoicesPanel, DaysPanel } from "./facet-panels";
import { TextPanel } from "./text-panel";

type FacetButtonProps = {
  facet: Facet;
  filters: FilterState;
  onChange: (values: Record<string, string | undefined>) => void;
};

const SET = "border-primary! bg-primary-soft! text-primary";

/** One filter of the toolbar. What it is set to is on the button and, to take away, on a chip below. */
export function FacetButton({ facet, filters, onChange }: FacetButtonProps) {
  const isSet = facetSummary(facet, filters) !== "";
  if (facet.kind === "toggle")
    return (
      <Button
        aria-pressed={isSet}
        className={clsx(isSet && SET)}
        onClick={() => onChange({ [facet.key]: isSet ? undefined : "true" })}
      >
        {facet.label}
      </Button>
    );
  const count = facetKeys(facet).flatMap((key) => filters[key]?.split(",") ?? []).length;
  return (
    <Popover
      label={facet.label}
      className={clsx(isSet && SET)}
      button={
        <>
          {facet.kind === "days" && <CalendarDays aria-hidden="true" />}
          {facet.label}
          {facet.kind === "choices" && count > 0 && <span className="tabular-nums">({count})</span>}
          <ChevronDown className="opacity-60" aria-hidden="true" />
        </>
      }
    >
      {(close) =>
        facet.kind === "own" ? (
          facet.panel({ filters, onChange, onClose: close })
        ) : facet.kind === "days" ? (
          <DaysPanel facet={facet} filters={filters} onChange={onChange} onClose={close} />
        ) : facet.kind === "amounts" ? (
          <AmountsPanel facet={facet} filters={filters} onChange={onChange} onClose={close} />
        ) : facet.kind === "text" ? (
          <TextPanel facet={facet} filters={filters} onChange={onChange} onClose={close} />
        ) : (
          <ChoicesPanel facet={facet} filters={filters} onChange={onChange} onClose={close} />
        )
      }
    </Popover>
  );
}
