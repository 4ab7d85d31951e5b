"use client";

import { ChevronDown, ChevronLeft, ChevronRight } from "lucide-react";
import { DayPicker, type DropdownProps } from "react-day-picker";
import type { DateLimits } from "@/lib/client/parse-date";
import { formatDay, lagosDay } from "@/lib/format";

const YEARS_BACK = 120;
const YEARS_AHEAD = 20;
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const CHEVRONS = { up: ChevronDown, down: ChevronDown, left: ChevronLeft, right: ChevronRight };
const STEP_CLASS =
  "inline-flex size-9 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-foreground aria-disabled:opacity-40 [&_svg]:size-4";
const CHOICE_CLASS =
  "h-9 rounded-md border border-control bg-surface px-2 font-semibold text-foreground max-md:text-lg text-sm";

function ChevronIcon({ orientation = "down" }: { orientation?: keyof typeof CHEVRONS }) {
  const Icon = CHEVRONS[orientation];
  return <Icon aria-hidden="true" />;
}

function DropdownSelect({ options, ...select }: DropdownProps) {
  return (
    <select {...select} className={CHOICE_CLASS}>
      {options?.map(({ value, label, disabled }) => (
        <option key={value} value={value} disabled={disabled}>
          {label}
        </option>
      ))}
    </select>
  );
}
const CALENDAR_PARTS = { Chevron: ChevronIcon, Dropdown: DropdownSelect };

/** Returns a local Date for the picker. Only day, month and year are used, so the browser's time zone does not matter. */
function toDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date);
}
const toDay = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");

type DayGridProps = DateLimits & {
  /** Selected ISO day. */
  day?: string;
  onChoose: (day: string) => void;
};

/**
 * Renders a month as a grid of days. Arrow keys move by days and weeks, Page Up and Page Down by months, with Shift by years. Home
 * and End move within the week; Enter selects.
 */
export function DayPickerGrid({ day, min, max, onChoose }: DayGridProps) {
  const today = lagosDay(Date.now());
  const year = Number(today.slice(0, 4));
  const initialDay = day ?? today;
  // Lets the calendar show the month of the typed day, even if the day is outside the allowed range.
  const [earliest = initialDay] = [min ?? `${year - YEARS_BACK}-01-01`, initialDay].sort();
  const [, latest = initialDay] = [initialDay, max ?? `${year + YEARS_AHEAD}-12-31`].sort();
  return (
    <DayPicker
      mode="single"
      autoFocus
      selected={day ? toDate(day) : undefined}
      defaultMonth={toDate(initialDay)}
      today={toDate(today)}
      startMonth={toDate(earliest)}
      endMonth={toDate(latest)}
      disabled={[...(min ? [{ before: toDate(min) }] : []), ...(max ? [{ after: toDate(max) }] : [])]}
      onDayClick={(date, { disabled }) => !disabled && onChoose(toDay(date))}
      captionLayout="dropdown"
      lang="en"
      weekStartsOn={1}
      fixedWeeks
      showOutsideDays
      labels={{
        labelDayButton: (date, { today: isToday, selected }) =>
          `${isToday ? "Today, " : ""}${WEEKDAYS[date.getDay()]} ${formatDay(toDay(date))}${selected ? ", chosen" : ""}`,
        labelNav: () => "Months",
        labelPrevious: () => "Previous month",
        labelNext: () => "Next month",
        labelMonthDropdown: () => "Month",
        labelYearDropdown: () => "Year",
      }}
      components={CALENDAR_PARTS}
      classNames={{
        root: "w-71 max-w-full p-1",
        months: "relative",
        nav: "absolute top-0 right-0 flex",
        button_previous: STEP_CLASS,
        button_next: STEP_CLASS,
        month_caption: "mb-2 flex h-9 items-center",
        dropdowns: "flex gap-1.5",
        month_grid: "w-full table-fixed border-collapse",
        weekday: "h-9 text-center font-semibold text-muted text-sm",
        day: "group p-0 text-center",
        day_button:
          "h-10 w-full rounded-md text-base tabular-nums hover:bg-sunken group-data-outside:text-muted group-data-today:font-bold group-data-today:text-primary group-data-today:underline group-data-today:underline-offset-4 group-data-selected:bg-primary group-data-selected:text-on-primary disabled:cursor-not-allowed disabled:text-muted disabled:line-through disabled:opacity-55",
      }}
    />
  );
}
