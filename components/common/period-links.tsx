import { clsx } from "clsx";
import Link from "next/link";
import { formatCount, formatDay } from "@/lib/format";

type PeriodLinksProps = {
  periods: readonly { label: string; href: string; current: boolean }[];
  /** Accessible name; default: "Period". */
  label?: string;
};

/** Renders links that select the period of the figures below, or another property of the figures. The URL stores the selection. */
export function PeriodLinks({ periods, label: name = "Period" }: PeriodLinksProps) {
  return (
    <nav aria-label={name}>
      <ul className="flex gap-1 rounded-md bg-sunken p-1 text-sm font-semibold">
        {periods.map(({ label, href, current }) => (
          <li key={href}>
            <Link
              href={href}
              prefetch={false}
              scroll={false}
              aria-current={current ? "true" : undefined}
              className={clsx(
                "block rounded-sm px-3 py-1.5",
                current ? "bg-surface shadow-card" : "text-muted hover:text-foreground",
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type PeriodLengthLinksProps<Days extends string> = {
  all: readonly Days[];
  current?: Days;
  urlOf: (days: Days) => string;
};

/** Renders a link for each number of days in `all`, such as "30 days". */
export const PeriodLengthLinks = <Days extends string>({ all, current, urlOf }: PeriodLengthLinksProps<Days>) => (
  <PeriodLinks periods={all.map((days) => ({ label: `${days} days`, href: urlOf(days), current: days === current }))} />
);

/** Describes the period of the figures and of their comparison: "1 Dec 2026 to 7 Dec 2026, vs previous 7 days". */
export function describePeriodComparison({ from, to }: { from: string; to: string }, days: number) {
  if (days === 1) return `${formatDay(from)}, vs previous day`;
  return `${formatDay(from)} to ${formatDay(to)}, vs previous ${formatCount(days)} days`;
}
