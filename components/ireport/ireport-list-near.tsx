"use client";

import { useId } from "react";
import type { FilterState, PanelProps } from "@/components/common/table/facet";
import { optionRow } from "@/components/ui/checkbox";
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
        <label key={distance} htmlFor={name + distance} className={optionRow}>
          <input
            id={name + distance}
            type="radio"
            name={name}
            checked={distance === (filters.within ?? USUAL)}
            onChange={() => onChange({ within: distance === USUAL ? undefined : distance })}
            // Arrow keys move through the choices; a click is final.
            onClick={(event) => event.detail > 0 && onClose()}
            className="size-4 shrink-0 accent-primary"
          />
          {distance} km
        </label>
      ))}
    </fieldset>
  );
}
