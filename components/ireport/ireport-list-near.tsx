"use client";

import { useId } from "react";
import type { FilterState, PanelProps } from "@/components/common/table/facet";
import { RadioRow } from "@/components/ui/radio-row";
import { IREPORT_DISTANCES } from "@/lib/contract/ireport.values";

/** What the API takes unless told (lib/contract/ireport.ts). */
const USUAL = "2";

/** `Within 2 km of 4.97, 8.34`; "" without a point. */
export const nearWords = ({ near, within }: FilterState) =>
  near ? `Within ${within ?? USUAL} km of ${near.replace(",", ", ")}` : "";

/** How far around the point that the address names. */
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
          checked={distance === (filters.within ?? USUAL)}
          onChange={() => onChange({ within: distance === USUAL ? undefined : distance })}
          onClick={onClose}
        />
      ))}
    </fieldset>
  );
}
