"use client";

import { type FormEvent, useState } from "react";
import { DateBox } from "@/components/common/form/date-box";
import { Button } from "@/components/ui/button";
import { parseDate } from "@/lib/client/typed-date";
import { dayPresets } from "./day-presets";
import type { Facet, PanelProps } from "./facet";
import { PanelButtons } from "./panel-buttons";

type DaysPanelProps = PanelProps & { facet: Extract<Facet, { kind: "days" }> };

/** Panel of a date filter: whole Lagos days, inclusive, chosen from presets or typed. */
export function DaysPanel({ facet, filters, onChange, onClose }: DaysPanelProps) {
  const [from, setFrom] = useState(filters[facet.from] ?? "");
  const [to, setTo] = useState(filters[facet.to] ?? "");
  const [wrong, setWrong] = useState<{ from?: string; to?: string }>({});
  const set = (first: string, last: string) => {
    onChange({ [facet.from]: first || undefined, [facet.to]: last || undefined });
    onClose();
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const found = { from: parseDate(from).problem, to: parseDate(to).problem };
    setWrong(found);
    if (found.from || found.to) return;
    // Swaps the days if they are in the wrong order.
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
      <DateBox
        label="From"
        value={from}
        problem={wrong.from}
        onChange={(day) => {
          setFrom(day);
          setWrong({ ...wrong, from: undefined });
        }}
      />
      <DateBox
        label="To"
        value={to}
        problem={wrong.to}
        onChange={(day) => {
          setTo(day);
          setWrong({ ...wrong, to: undefined });
        }}
      />
      <PanelButtons onClear={() => set("", "")} />
    </form>
  );
}
