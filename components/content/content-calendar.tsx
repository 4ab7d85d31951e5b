"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, List } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { LoadFailed, NothingHere } from "@/components/common/states";
import { KINDS } from "@/components/entry/entry-kinds";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { formatDay, lagosDay } from "@/lib/format";
import { calendarQuery } from "@/lib/queries/content";
import { CalendarEventLink } from "./calendar-event-link";
import { type CalendarDay, calendarDays, daysOf, monthFrom, monthOf } from "./calendar-month";

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const monthName = (month: string) => formatDay(`${month}-01`).replace(/^\d+ /, "");
const hrefOf = (month: string) => `?view=calendar&month=${month}`;

/** What goes out and what ends in a month, of all content; of app configuration for those who may read it. */
export function ContentCalendar() {
  const now = Date.now();
  const month = monthOf(useSearchParams().get("month"), now);
  const days = daysOf(month);
  const { data, error, isFetching, refetch } = useQuery(calendarQuery(days[0] ?? "", days.at(-1) ?? ""));
  const shown = data ? calendarDays(month, data.items) : null;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <h2 className="mr-2 min-w-36 font-bold text-lg">{monthName(month)}</h2>
        <ButtonLink href={hrefOf(monthFrom(month, -1))} scroll={false} aria-label="Month before">
          <ChevronLeft aria-hidden="true" />
        </ButtonLink>
        <ButtonLink href={hrefOf(monthFrom(month, 1))} scroll={false} aria-label="Month after">
          <ChevronRight aria-hidden="true" />
        </ButtonLink>
        <ButtonLink href="?view=calendar" scroll={false}>
          This month
        </ButtonLink>
        <ButtonLink href={KINDS.announcements.listUrl} className="ml-auto">
          <List aria-hidden="true" /> List
        </ButtonLink>
      </div>
      {!shown && error && <LoadFailed message={error.message} busy={isFetching} onRetry={() => void refetch()} />}
      {!shown && !error && <Skeleton className="h-[36rem]" />}
      {shown && (
        <div aria-busy={isFetching || undefined}>
          <Month days={shown} today={lagosDay(now)} />
          <Agenda days={shown} />
        </div>
      )}
    </>
  );
}

function Month({ days, today }: { days: readonly CalendarDay[]; today: string }) {
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
  return (
    <Card className="overflow-hidden max-md:hidden">
      <table className="w-full table-fixed border-collapse">
        <caption className="sr-only">Times are those of Lagos.</caption>
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
              {week.map(({ day, inMonth, events }) => (
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
                    {events.map((event) => (
                      <li key={`${event.item.id}-${event.what}-${event.at}`}>
                        <CalendarEventLink event={event} />
                      </li>
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

/** The same as a list, where seven columns have no room. */
function Agenda({ days }: { days: readonly CalendarDay[] }) {
  const busy = days.filter(({ inMonth, events }) => inMonth && events.length > 0);
  if (busy.length === 0)
    return (
      <div className="md:hidden">
        <NothingHere>Nothing goes out or ends in this month.</NothingHere>
      </div>
    );
  return (
    <ul aria-label="Days of the month" className="space-y-4 md:hidden">
      {busy.map(({ day, events }) => (
        <li key={day}>
          <h3 className="mb-1.5 font-semibold text-sm">{formatDay(day)}</h3>
          <ul className="space-y-1.5">
            {events.map((event) => (
              <li key={`${event.item.id}-${event.what}-${event.at}`}>
                <CalendarEventLink event={event} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
