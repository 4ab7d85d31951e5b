"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyListState, LoadFailed } from "@/components/common/states";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { formatDay, lagosDay } from "@/lib/format";
import { addMonths, type CalendarDay } from "./month";

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const monthName = (month: string) => formatDay(`${month}-01`).replace(/^\d+ /, "");
const monthHref = (month: string) => `?view=calendar&month=${month}`;

type CalendarItem = { at: string };
type MonthCalendarProps<T extends CalendarItem> = {
  /** Month on screen, such as `2026-11`. The URL parameter `month` stores it. */
  month: string;
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** Days of the month with their calendar items; null while the items load. */
  days: readonly CalendarDay<T>[] | null;
  keyOf: (item: T) => string;
  line: (item: T) => ReactNode;
  /** Text that a phone shows for a month without calendar items. */
  empty: string;
  /** Controls at the end of the header, such as the link back to the list. */
  actions: ReactNode;
};

/** Renders a month's items by Lagos day: as a grid, or as a list on a narrow screen. */
export function MonthCalendar<T extends CalendarItem>(props: MonthCalendarProps<T>) {
  const { month, query, days, actions } = props;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <h2 className="mr-2 min-w-36 font-bold text-lg">{monthName(month)}</h2>
        <ButtonLink href={monthHref(addMonths(month, -1))} scroll={false} aria-label="Previous month">
          <ChevronLeft aria-hidden="true" />
        </ButtonLink>
        <ButtonLink href={monthHref(addMonths(month, 1))} scroll={false} aria-label="Next month">
          <ChevronRight aria-hidden="true" />
        </ButtonLink>
        <ButtonLink href="?view=calendar" scroll={false}>
          This month
        </ButtonLink>
        <div className="ml-auto flex flex-wrap gap-2">{actions}</div>
      </div>
      {!days && query.error && (
        <LoadFailed message={query.error.message} busy={query.isFetching} onRetry={() => void query.refetch()} />
      )}
      {!days && !query.error && <Skeleton className="h-[36rem]" />}
      {days && (
        <div aria-busy={query.isFetching || undefined}>
          <MonthGrid {...props} days={days} today={lagosDay(Date.now())} />
          <AgendaList {...props} days={days} />
        </div>
      )}
    </>
  );
}

type ViewProps<T extends CalendarItem> = Pick<MonthCalendarProps<T>, "keyOf" | "line" | "empty"> & {
  days: readonly CalendarDay<T>[];
};

function MonthGrid<T extends CalendarItem>({ days, today, keyOf, line }: ViewProps<T> & { today: string }) {
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
  return (
    <Card className="overflow-hidden max-md:hidden">
      <table className="w-full table-fixed border-collapse">
        <caption className="sr-only">Times are Lagos times.</caption>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" className="border-border border-b px-2 py-2 text-left text-muted text-sm">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.day}>
              {week.map(({ day, inMonth, items }) => (
                <td
                  key={day}
                  aria-current={day === today ? "date" : undefined}
                  className={`h-28 border-border border-t border-l p-1.5 align-top first:border-l-0 ${inMonth ? "" : "bg-sunken"}`}
                >
                  <p
                    className={`mb-1 inline-flex size-6 items-center justify-center rounded-full text-sm ${
                      day === today ? "bg-primary font-bold text-on-primary" : inMonth ? "" : "text-muted"
                    }`}
                  >
                    {Number(day.slice(8))}
                  </p>
                  <ul className="space-y-1">
                    {items.map((item) => (
                      <li key={keyOf(item)}>{line(item)}</li>
                    ))}
                  </ul>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** Renders the month as a list on screens too narrow for seven columns. */
function AgendaList<T extends CalendarItem>({ days, keyOf, line, empty }: ViewProps<T>) {
  const daysWithItems = days.filter(({ inMonth, items }) => inMonth && items.length > 0);
  if (daysWithItems.length === 0)
    return (
      <div className="md:hidden">
        <EmptyListState>{empty}</EmptyListState>
      </div>
    );
  return (
    <ul aria-label="Days of the month" className="space-y-4 md:hidden">
      {daysWithItems.map(({ day, items }) => (
        <li key={day}>
          <h3 className="mb-1.5 font-semibold text-sm">{formatDay(day)}</h3>
          <ul className="space-y-1.5">
            {items.map((item) => (
              <li key={keyOf(item)}>{line(item)}</li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
