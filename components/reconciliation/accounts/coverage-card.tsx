"use client";

import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { LoadFailed } from "@/components/common/states";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { COVERAGE_DAYS_DEFAULT } from "@/lib/contract/reconciliation.values";
import type { CoverageSource } from "@/lib/contract/reconciliation-statements";
import { formatDay, formatList, lagosDayBefore, pluralize } from "@/lib/format";
import { statementCoverageQuery } from "@/lib/queries/bank-accounts";
import { formatPeriod, groupDaysIntoPeriods } from "./account-words";

type Day = { day: string; is_closed: boolean };
type DayState = "closed" | "covered" | "missing" | "before";

const DAY_CLASSES: Record<DayState, string> = {
  closed: "border-transparent bg-sunken text-muted",
  covered: "border-transparent bg-success-soft text-success",
  missing: "border-dashed border-danger bg-surface font-bold text-danger",
  before: "border-transparent text-muted",
};

const LEGEND: readonly [DayState, string][] = [
  ["covered", "Covered"],
  ["missing", "Missing"],
  ["closed", "Closed"],
];

/** Adds a number of days to a day; a negative number subtracts. */
const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/**
 * Shows which days are covered, meaning that every bank account, every payment provider and the ledger have all data. Pages through
 * months.
 */
export function CoveredDaysCard({ startsOn, closedUntil }: { startsOn: string; closedUntil: string | null }) {
  const yesterday = lagosDayBefore(1);
  const [to, setTo] = useState(yesterday);
  const { data, error, isFetching, refetch } = useQuery(statementCoverageQuery(to === yesterday ? {} : { to }));
  const first = data?.days[0]?.day;
  const last = data?.days.at(-1)?.day;
  return (
    <Card>
      <CardHeader
        title="Covered days"
        actions={
          <div className="flex gap-2">
            <Button
              size="sm"
              disabled={!first || first <= startsOn}
              onClick={() => setTo(addDays(to, -COVERAGE_DAYS_DEFAULT))}
            >
              <ChevronLeft aria-hidden="true" /> Earlier days
            </Button>
            <Button
              size="sm"
              disabled={to >= yesterday}
              onClick={() => {
                const [next = yesterday] = [addDays(to, COVERAGE_DAYS_DEFAULT), yesterday].sort();
                setTo(next);
              }}
            >
              Later days <ChevronRight aria-hidden="true" />
            </Button>
          </div>
        }
      />
      <div className="space-y-4 px-5 pb-5">
        {error && !data && <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />}
        {!data && !error && <Skeleton className="h-40 w-full" />}
        {data?.days.length === 0 && (
          <p className="text-muted">Days appear here once they have ended. The first one is {formatDay(startsOn)}.</p>
        )}
        {first && last && (
          <>
            <p className="text-sm text-muted" aria-live="polite">
              {formatPeriod(first, last)}.{" "}
              {closedUntil && closedUntil >= startsOn
                ? `Closed up to ${formatDay(closedUntil)}.`
                : "No day is closed yet."}
            </p>
            <ul className="space-y-4">
              {data.sources.map((source) => (
                <SourceDays key={`${source.kind}:${source.id}`} source={source} days={data.days} />
              ))}
            </ul>
            <ul aria-label="Meaning of the colours" className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
              {LEGEND.map(([state, label]) => (
                <li key={state} className="flex items-center gap-1.5">
                  <span aria-hidden="true" className={clsx("size-4 rounded-sm border", DAY_CLASSES[state])} />
                  {label}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Card>
  );
}

/** Returns whether a source covers a day. Closed days are not checked, because only covered days can be closed. */
function stateOf({ day, is_closed }: Day, { starts_on, covered }: CoverageSource): DayState {
  if (day < starts_on) return "before";
  if (is_closed) return "closed";
  return covered.includes(day) ? "covered" : "missing";
}

/** Maximum number of missing periods listed before "2 more periods". */
const MAX_PERIODS = 4;

/** Describes the missing days: "3 days missing: 3 Nov 2026 to 5 Nov 2026". */
function describeMissing(missing: readonly string[]): string {
  if (!missing.length) return "Every day is covered";
  const periods = groupDaysIntoPeriods(missing).map(([from, to]) => formatPeriod(from, to));
  const more = periods.length - MAX_PERIODS;
  const named = periods.slice(0, MAX_PERIODS);
  return `${pluralize(missing.length, "day")} missing: ${formatList(more > 0 ? [...named, `${more} more periods`] : named)}`;
}

/** Shows the days of one source as numbered squares, and lists the missing days as text. */
function SourceDays({ source, days }: { source: CoverageSource; days: readonly Day[] }) {
  const missing = days.filter((each) => stateOf(each, source) === "missing").map(({ day }) => day);
  return (
    <li>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold wrap-anywhere">{source.name}</span>
        <span className={clsx("text-sm", missing.length ? "text-danger" : "text-muted")}>
          {describeMissing(missing)}
        </span>
      </p>
      {source.problem && <p className="text-sm text-danger">Last attempt to fetch: {source.problem}</p>}
      {/* The words above state the same, so screen readers skip the squares. */}
      <div aria-hidden="true" className="mt-1.5 flex flex-wrap gap-0.5">
        {days.map((each) => {
          const state = stateOf(each, source);
          return (
            <span
              key={each.day}
              title={`${formatDay(each.day)}: ${state === "before" ? "before the first day" : state}`}
              className={clsx(
                "flex h-7 w-6.5 items-center justify-center rounded-sm border text-xs tabular-nums",
                DAY_CLASSES[state],
              )}
            >
              {Number(each.day.slice(8))}
            </span>
          );
        })}
      </div>
    </li>
  );
}
