"use client";

import { useState } from "react";
import { CheckboxRow } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { cleanPastedLine } from "@/lib/contract/pasted.values";

/** Number of options from which a search box is shown. */
const MIN_OPTIONS_FOR_SEARCH = 9;

type ChoicesProps = {
  /** Plural noun for the options, such as "groups". */
  what: string;
  options: readonly { value: string; label: string }[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  max?: number;
};

/** Renders options as checkboxes, with a search if there are many. Selected options always stay in the list. */
export function BroadcastAudienceChoices({ what: noun, options, value, onChange, max = options.length }: ChoicesProps) {
  const [searchText, setSearchText] = useState("");
  const search = cleanPastedLine(searchText).toLowerCase();
  const shown = options.filter((option) => value.includes(option.value) || option.label.toLowerCase().includes(search));
  const selected = options.filter((option) => value.includes(option.value));
  const isFull = value.length >= max;
  const toggle = (each: string, on: boolean) => onChange(on ? [...value, each] : value.filter((one) => one !== each));
  return (
    <div className="rounded-md border border-border p-2">
      {selected.length > 0 && options.length >= MIN_OPTIONS_FOR_SEARCH && (
        <p className="px-2.5 pb-2 text-sm">
          <span className="text-muted">Chosen:</span> {selected.map(({ label }) => label).join(", ")}
        </p>
      )}
      {options.length >= MIN_OPTIONS_FOR_SEARCH && (
        <Input
          type="search"
          aria-label={`Search ${noun}`}
          placeholder={`Search ${noun}`}
          value={searchText}
          onChange={(event) => setSearchText(event.target.value)}
          className="mb-1"
        />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box needs keyboard focus */}
      <section aria-label={`Choose ${noun}`} tabIndex={0} className="max-h-56 overflow-y-auto">
        {shown.map((option) => (
          <CheckboxRow
            key={option.value}
            label={option.label}
            checked={value.includes(option.value)}
            disabled={isFull && !value.includes(option.value)}
            onChange={(event) => toggle(option.value, event.target.checked)}
          />
        ))}
        {shown.length === 0 && <p className="px-2.5 py-2 text-muted text-sm">Nothing has this name.</p>}
      </section>
      {isFull && max < options.length && (
        <p className="px-2.5 pt-1 text-muted text-sm">
          At most {max} {noun}.
        </p>
      )}
    </div>
  );
}
