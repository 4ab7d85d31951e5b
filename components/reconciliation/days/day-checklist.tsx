import { CircleCheck, CircleX } from "lucide-react";
import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import type { DayCheckResult } from "@/lib/contract/reconciliation-days";
import { DAY_CLOSING_CHECK_LABELS } from "@/lib/contract/reconciliation-days.values";
import { pluralize } from "@/lib/format";

/** Lists the conditions for closing a day, with links to the pages where an admin can meet a missing condition. */
export function DayChecklist({ checks, isClosed }: { checks: readonly DayCheckResult[]; isClosed: boolean }) {
  const missing = checks.filter(({ ok }) => !ok).length;
  const description = isClosed
    ? "As it was when the day was closed."
    : missing
      ? `${pluralize(missing, "condition")} left.`
      : "All conditions are met.";
  return (
    <Card>
      <CardHeader title="Checklist" description={description} />
      <ul className="divide-y divide-border border-t border-border">
        {checks.map(({ id, ok: isOk, text, url }) => (
          <li key={id} className="flex items-start gap-3 px-5 py-2.5 text-sm">
            {isOk ? (
              <CircleCheck className="mt-0.5 size-4 shrink-0 text-success" role="img" aria-label="Done" />
            ) : (
              <CircleX className="mt-0.5 size-4 shrink-0 text-danger" role="img" aria-label="Missing" />
            )}
            <div className="min-w-0 flex-1 wrap-anywhere">
              <p className="font-semibold">{DAY_CLOSING_CHECK_LABELS[id]}</p>
              <p className="text-muted">{text}</p>
            </div>
            {!isOk && url && (
              <HoverLink
                href={url}
                aria-label={`Correct: ${DAY_CLOSING_CHECK_LABELS[id]}`}
                className="shrink-0 rounded-sm py-0.5 font-semibold text-primary hover:underline"
              >
                Correct
              </HoverLink>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
