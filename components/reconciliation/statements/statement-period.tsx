import { type FormEvent, useState } from "react";
import { DateInput } from "@/components/common/form/date-box";
import type { StatementSummary } from "@/lib/client/read-statement";

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Asks for the period of a statement whose file contains none. The period may be longer than that of the lines. */
export function StatementPeriodForm({
  id,
  summary,
  onEnter,
}: {
  id: string;
  summary: StatementSummary;
  onEnter: (summary: StatementSummary) => void;
}) {
  const { fromDay, toDay } = summary;
  const [days, setDays] = useState({ fromDay, toDay });
  const [isSubmitted, setIsSubmitted] = useState(false);
  const isFromValid = DAY.test(days.fromDay) && days.fromDay <= fromDay;
  const isToValid = DAY.test(days.toDay) && days.toDay >= toDay;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (isFromValid && isToValid) onEnter({ ...summary, ...days });
  };
  return (
    <form id={id} onSubmit={submit} className="space-y-2">
      <p className="text-muted text-sm">
        The file states no period. Enter the days that you chose at the bank, so that days without lines count as
        covered.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <DateInput
          label="First day"
          value={days.fromDay}
          max={fromDay}
          problem={isSubmitted && !isFromValid ? "Enter the day of the first line, or an earlier day." : undefined}
          onChange={(day) => setDays((earlier) => ({ ...earlier, fromDay: day }))}
        />
        <DateInput
          label="Last day"
          value={days.toDay}
          min={toDay}
          problem={isSubmitted && !isToValid ? "Enter the day of the last line, or a later day." : undefined}
          onChange={(day) => setDays((earlier) => ({ ...earlier, toDay: day }))}
        />
      </div>
    </form>
  );
}
