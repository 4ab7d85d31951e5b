"use client";

import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { CheckboxRow } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { RadioRow } from "@/components/ui/radio-row";
import type { Facet, FilterPanelProps } from "./facet";

/** Number of choices from which the panel has a search field. */
const MIN_OPTIONS_FOR_SEARCH = 12;

type ChoicesPanelProps = FilterPanelProps & { facet: Extract<Facet, { kind: "choices" }> };

export function ChoiceFilterPanel({ facet, filters, onChange, onClose }: ChoicesPanelProps) {
  const [find, setFind] = useState("");
  const name = useId();
  // Shows a ticked box immediately, before the URL has the choice. A new value in the URL replaces this state.
  const applied = filters[facet.key] ?? "";
  const [selection, setSelection] = useState({ applied, picked: applied });
  if (selection.applied !== applied) setSelection({ applied, picked: applied });
  const selected = selection.picked.split(",").filter(Boolean);
  const options = facet.options.filter(({ label, under = "" }) =>
    `${under} ${label}`.toLowerCase().includes(find.toLowerCase()),
  );

  const choose = (value: string, isChecked: boolean) => {
    const others = selected.filter((other) => other !== value);
    const selectedText = (isChecked ? [...others, value] : others).join(",");
    setSelection({ applied, picked: selectedText });
    onChange({ [facet.key]: selectedText || undefined });
  };
  return (
    <fieldset className="max-w-72">
      <legend className="sr-only">{facet.label}</legend>
      {facet.options.length > MIN_OPTIONS_FOR_SEARCH && (
        <Input
          type="search"
          aria-label={`Find in ${facet.label}`}
          placeholder="Find…"
          value={find}
          onChange={(event) => setFind(event.target.value)}
          className="mb-1.5 h-9"
        />
      )}
      <div className="max-h-72 overflow-y-auto">
        {options.map(({ value, label, under }) =>
          facet.single ? (
            <RadioRow
              key={value}
              name={name}
              label={label}
              checked={selected.includes(value)}
              onChange={() => onChange({ [facet.key]: value })}
              onClick={onClose}
            />
          ) : (
            <CheckboxRow
              key={value}
              label={label}
              inset={under !== undefined}
              checked={selected.includes(value)}
              onChange={(event) => choose(value, event.target.checked)}
            />
          ),
        )}
        {options.length === 0 && <p className="px-2.5 py-3 text-muted">Nothing matches.</p>}
      </div>
      {selected.length > 0 && (
        <Button
          variant="ghost"
          size="sm"
          className="mt-1 w-full"
          onClick={() => {
            onChange({ [facet.key]: undefined });
            onClose();
          }}
        >
          Clear
        </Button>
      )}
    </fieldset>
  );
}
