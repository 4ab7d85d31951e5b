"use client";

import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { CheckboxRow, optionRow } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import type { Facet, FilterState } from "./facet";

type PanelProps<K extends Facet["kind"]> = {
  facet: Extract<Facet, { kind: K }>;
  filters: FilterState;
  onChange: (values: Record<string, string | undefined>) => void;
  onClose: () => void;
};

/** From this many on, a list gets a field to find in it. */
const MANY = 12;

export function ChoicesPanel({ facet, filters, onChange, onClose }: PanelProps<"choices">) {
  const [find, setFind] = useState("");
  const name = useId();
  // The tick shows at once; the address follows a moment later, and whatever it says then holds.
  const applied = filters[facet.key] ?? "";
  const [shown, setShown] = useState({ applied, picked: applied });
  if (shown.applied !== applied) setShown({ applied, picked: applied });
  const chosen = shown.picked.split(",").filter(Boolean);
  const options = facet.options.filter(({ label, under = "" }) =>
    `${under} ${label}`.toLowerCase().includes(find.toLowerCase()),
  );

  const choose = (value: string, on: boolean) => {
    const rest = chosen.filter((other) => other !== value);
    const picked = (on ? [...rest, value] : rest).join(",");
    setShown({ applied, picked });
    onChange({ [facet.key]: picked || undefined });
  };
  return (
    <fieldset className="max-w-72">
      <legend className="sr-only">{facet.label}</legend>
      {facet.options.length > MANY && (
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
            <label key={value} htmlFor={`${name}${value}`} className={optionRow}>
              <input
                id={`${name}${value}`}
                type="radio"
                name={name}
                checked={chosen.includes(value)}
                onChange={() => onChange({ [facet.key]: value })}
                // Arrow keys move through the choices; a click is final.
                onClick={(event) => event.detail > 0 && onClose()}
                className="size-4 shrink-0 accent-primary"
              />
              {label}
            </label>
          ) : (
            <CheckboxRow
              key={value}
              label={label}
              inset={under !== undefined}
              checked={chosen.includes(value)}
              onChange={(event) => choose(value, event.target.checked)}
            />
          ),
        )}
        {options.length === 0 && <p className="px-2.5 py-3 text-muted">Nothing matches.</p>}
      </div>
      {chosen.length > 0 && (
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

/** Whole days in Lagos, both included. */
export function DaysPanel({ facet, filters, onChange, onClose }: PanelProps<"days">) {
  const [from, setFrom] = useState(filters[facet.from] ?? "");
  const [to, setTo] = useState(filters[facet.to] ?? "");
  const apply = (event: FormEvent) => {
    event.preventDefault();
    // Given the wrong way round, the two days still mean the span between them.
    const [first, last] = from && to && from > to ? [to, from] : [from, to];
    onChange({ [facet.from]: first || undefined, [facet.to]: last || undefined });
    onClose();
  };
  return (
    <form onSubmit={apply} className="w-64 space-y-3 p-2">
      <DayInput label="From" value={from} onChange={setFrom} />
      <DayInput label="To" value={to} onChange={setTo} />
      <div className="flex justify-end gap-2">
        <Button
          variant="ghost"
          onClick={() => {
            onChange({ [facet.from]: undefined, [facet.to]: undefined });
            onClose();
          }}
        >
          Clear
        </Button>
        <Button type="submit" variant="primary">
          Apply
        </Button>
      </div>
    </form>
  );
}

function DayInput({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) {
  const id = useId();
  return (
    <div className="space-y-1">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <Input id={id} type="date" value={value} onChange={(event) => onChange(event.target.value)} />
    </div>
  );
}
