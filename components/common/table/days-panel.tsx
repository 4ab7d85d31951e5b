"use client";

import { type FormEvent, useState } from "react";
import { DateInput } from "@/components/common/form/date-box";
import { Button } from "@/components/ui/button";
import { parseDate } from "@/lib/client/parse-date";
import { dateRangePresets } from "./day-presets";
import type { Facet, FilterPanelProps } from "./facet";
import { FilterPanelButtons } from "./panel-buttons";

type DaysPanelProps = FilterPanelProps & { facet: Extract<Facet, { kind: "days" }> };

/** Renders the panel of a date filter: whole Lagos days, inclusive, chosen from presets or typed. */
export function DateFilterPanel({ facet, filters, onChange, onClose }: DaysPanelProps) {
  const [from, setFrom] = useState(filters[facet.from] ?? "");
  const [to, setTo] = useState(filters[facet.to] ?? "");
  const [dayErrors, setDayErrors] = useState<{ from?: string; to?: string }>({});
  const applyDays = (first: string, last: string) => {
    onChange({ [facet.from]: first || undefined, [facet.to]: last || undefined });
    onClose();
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const errors = { from: parseDate(from).problem, to: parseDate(to).problem };
    setDayErrors(errors);
    if (errors.from || errors.to) return;
    // Swaps the days if they are in the wrong order.
    if (from && to && from > to) applyDays(to, from);
    else applyDays(from, to);
  };
  return (
    <form onSubmit={apply} className="w-72 max-w-full space-y-3 p-2">
      <div className="flex flex-wrap gap-1.5">
        {dateRangePresets(Date.now(), facet.ahead).map(({ label, from: first, to: last }) => (
          <Button
            key={label}
            size="sm"
            aria-pressed={filters[facet.from] === first && filters[facet.to] === last}
            className="aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary"
            onClick={() => applyDays(first, last)}
          >
            {label}
          </Button>
        ))}
      </div>
      <DateInput
        label="From"
        value={from}
        problem={dayErrors.from}
        onChange={(day) => {
          setFrom(day);
          setDayErrors({ ...dayErrors, from: undefined });
        }}
      />
      <DateInput
        label="To"
        value={to}
        problem={dayErrors.to}
        onChange={(day) => {
          setTo(day);
          setDayErrors({ ...dayErrors, to: undefined });
        }}
      />
      <FilterPanelButtons onClear={() => applyDays("", "")} />
    </form>
  );
}
