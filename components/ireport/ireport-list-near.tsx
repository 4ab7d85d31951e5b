"use client";

import { useId } from "react";
import type { FilterState, PanelProps } from "@/components/common/table/facet";
import { RadioRow } from "@/components/ui/radio-row";
import { IREPORT_DISTANCES } from "@/lib/contract/ireport.values";

/** The API's default distance in km (lib/contract/ireport.ts). */
const DEFAULT_DISTANCE = "2";

/** Formats the filter: `Within 2 km of 4.97, 8.34`. Returns "" without a point. */
export const describeNear = ({ near, within }: FilterState) =>
  near ? `Within ${within ?? DEFAULT_DISTANCE} km of ${near.replace(",", ", ")}` : "";

/** Chooses the radius around the point in the URL. */
export function NearPanel({ filters, onChange, onClose }: PanelProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="px-2.5 pt-1 pb-1.5 text-sm text-muted">Around {filters.near?.replace(",", ", ")}</legend>
      {IREPORT_DISTANCES.map((distance) => (
        <RadioRow
          key={distance}
          name={name}
          label={`${distance} km`}
          checked={distance === (filters.within ?? DEFAULT_DISTANCE)}
          onChange={() => onChange({ within: distance === DEFAULT_DISTANCE ? undefined : distance })}
          onClick={onClose}
        />
      ))}
    </fieldset>
  );
}
