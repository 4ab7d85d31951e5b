"use client";

import { type FormEvent, useState } from "react";
import { DateInput } from "@/components/common/form/date-box";
import type { FilterPanelProps } from "@/components/common/table/facet";
import { FilterPanelButtons } from "@/components/common/table/panel-buttons";
import { parseDate } from "@/lib/client/parse-date";

/** Renders the panel of the filter for the day whose revenue heads are listed. */
export function RevenueHeadDayFilterPanel({ filters, onChange, onClose }: FilterPanelProps) {
  const [day, setDay] = useState(filters.on ?? "");
  const [problem, setProblem] = useState<string>();
  const applyDay = (value: string) => {
    onChange({ on: value || undefined });
    onClose();
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const parsed = parseDate(day);
    if (parsed.problem) setProblem(parsed.problem);
    else applyDay(day);
  };
  return (
    <form onSubmit={apply} className="w-72 max-w-full space-y-3 p-2">
      <DateInput
        label="Day"
        value={day}
        problem={problem}
        onChange={(value) => {
          setDay(value);
          setProblem(undefined);
        }}
      />
      <FilterPanelButtons onClear={() => applyDay("")} />
    </form>
  );
}
