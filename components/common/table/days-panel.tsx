"use client";

import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { dayPresets } from "./day-presets";
import type { Facet, PanelProps } from "./facet";
import { PanelButtons } from "./panel-buttons";

type DaysPanelProps = PanelProps & { facet: Extract<Facet, { kind: "days" }> };

/** Whole days in Lagos, both included: the usual ones at a press, or any two. */
export function DaysPanel({ facet, filters, onChange, onClose }: DaysPanelProps) {
  const [from, setFrom] = useState(filters[facet.from] ?? "");
  const [to, setTo] = useState(filters[facet.to] ?? "");
  const set = (first: string, last: string) => {
    onChange({ [facet.from]: first || undefined, [facet.to]: last || undefined });
    onClose();
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    // Given the wrong way round, the two days still mean the span between them.
    if (from && to && from > to) set(to, from);
    else set(from, to);
  };
  return (
    <form onSubmit={apply} className="w-72 max-w-full space-y-3 p-2">
      <div className="flex flex-wrap gap-1.5">
        {dayPresets(Date.now(), facet.ahead).map(({ label, from: first, to: last }) => (
          <Button
            key={label}
            size="sm"
            aria-pressed={filters[facet.from] === first && filters[facet.to] === last}
            className="aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary"
            onClick={() => set(first, last)}
          >
            {label}
          </Button>
        ))}
      </div>
      <DayInput label="From" value={from} onChange={setFrom} />
      <DayInput label="To" value={to} onChange={setTo} />
      <PanelButtons onClear={() => set("", "")} />
    </form>
  );
}

function DayInput({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) {
  const id = useId();
  return (
    <div className="space-y-1">
      <label htmlFor={id} className="block text-sm font-semibold">
        {label}
      </label>
      <Input id={id} type="date" value={value} onChange={(event) => onChange(event.target.value)} />
    </div>
  );
}
