"use client";

import { useId } from "react";
import type { FilterPanelProps } from "@/components/common/table/facet";
import { RadioRow } from "@/components/ui/radio-row";
import { IREPORT_DISTANCES } from "@/lib/contract/ireport.values";
import { DEFAULT_DISTANCE_KM } from "./ireport-list-near";

/** Chooses the radius in km around the map point that the URL contains. */
export function LocationFilterPanel({ filters, onChange, onClose }: FilterPanelProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="px-2.5 pt-1 pb-1.5 text-sm text-muted">Around {filters.near?.replace(",", ", ")}</legend>
      {IREPORT_DISTANCES.map((distance) => (
        <RadioRow
          key={distance}
          name={name}
          label={`${distance} km`}
          checked={distance === (filters.within ?? DEFAULT_DISTANCE_KM)}
          onChange={() => onChange({ within: distance === DEFAULT_DISTANCE_KM ? undefined : distance })}
          onClick={onClose}
        />
      ))}
    </fieldset>
  );
}
