"use client";

import { CalendarDays } from "lucide-react";
import { type KeyboardEvent, type Ref, Suspense, useId, useLayoutEffect, useRef, useState } from "react";
import { Input } from "@/components/ui/input";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { Popover } from "@/components/ui/popover";
import { Skeleton } from "@/components/ui/skeleton";
import { type DateLimits, formatDaysInText, formatTypedDate, parseDate } from "@/lib/client/parse-date";
import { FieldFrame, type FieldProps } from "./field";

const DayPickerGrid = lazyWithPreload(() => import("./day-grid"), "DayPickerGrid");

type DateBoxProps = Omit<FieldProps, "name"> &
  DateLimits & {
    name?: string;
    ref?: Ref<HTMLInputElement>;
    /** ISO day `2026-11-27`, or `2026-11-27T14:30` with a time; "" for none. Text that can't be parsed is kept as typed. */
    value: string;
    onChange: (value: string) => void;
    onBlur?: () => void;
    /** True to add a time, in Lagos time. */
    withTime?: boolean;
    /** Error of the schema or the API. An error in the typed text takes precedence. */
    problem?: string;
    className?: string;
  };

/**
 * Renders a field for a day, with or without a time: typed as `27/11/2026 14:30` or chosen in a calendar. Reformats the text on
 * blur. Replaces the browser's date input, whose order of day and month depends on the browser's language.
 */
export function DateInput(props: DateBoxProps) {
  const {
    label,
    hint,
    optional,
    disabled,
    name,
    value,
    onChange,
    onBlur,
    withTime = false,
    min,
    max,
    className,
  } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const returnFocus = useRef<HTMLElement>(null);
  const [typedText, setTypedText] = useState(() => formatTypedDate(value));
  const [editState, setEditState] = useState<"untouched" | "typing" | "left">("untouched");
  // Shows a new error of the schema or the API even while the field has focus.
  const [shownError, setShownError] = useState(props.problem);
  if (shownError !== props.problem) {
    setShownError(props.problem);
    if (props.problem) setEditState("left");
  }
  const parse = (text: string) => parseDate(text, { withTime, min, max });
  const isoOrText = (text: string) => parse(text).value ?? text.trim();
  // Updates the displayed text when code, not the user, sets the value, such as a form reset.
  const text = isoOrText(typedText) === value ? typedText : formatTypedDate(value);
  const showsError = editState === "left" || (editState === "untouched" && props.problem !== undefined);
  const problem = (showsError && parse(text).problem) || (props.problem && formatDaysInText(props.problem));
  const describedBy = [hint !== undefined && `${id}-hint`, problem && `${id}-error`].filter(Boolean).join(" ");

  const changeText = (next: string) => {
    setTypedText(next);
    onChange(isoOrText(next));
  };
  const normalize = () => {
    setEditState("left");
    const { value: day, problem: parseError } = parse(text);
    if (day && !parseError) setTypedText(formatTypedDate(day));
  };
  // Applies text typed into the server's HTML before hydration, which React would discard.
  const applyEarlyText = useRef((earlyText: string) => earlyText !== text && changeText(earlyText));
  useLayoutEffect(() => {
    if (input.current) applyEarlyText.current(input.current.value);
  }, []);

  const chooseDay = (day: string) => {
    const time = /T(.*)$/.exec(isoOrText(text))?.[1] ?? "";
    returnFocus.current = withTime && !time ? input.current : null;
    // If only the time is missing, focuses the field with the caret after the day, without an error.
    setEditState(withTime && !time ? "typing" : "left");
    changeText(withTime ? `${formatTypedDate(day)} ${time}` : formatTypedDate(day));
  };
  return (
    <FieldFrame id={id} label={label} hint={hint} optional={optional} error={problem || undefined}>
      <div className={`relative ${className ?? ""}`}>
        <Input
          id={id}
          ref={(element) => {
            input.current = element;
            if (typeof props.ref === "function") return props.ref(element);
            if (props.ref) props.ref.current = element;
          }}
          name={name}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          placeholder={withTime ? "dd/mm/yyyy hh:mm" : "dd/mm/yyyy"}
          disabled={disabled}
          value={text}
          aria-invalid={problem ? true : undefined}
          aria-describedby={describedBy || undefined}
          onChange={(event) => {
            setEditState("typing");
            changeText(event.target.value);
          }}
          onBlur={() => {
            normalize();
            onBlur?.();
          }}
          onKeyDown={(event: KeyboardEvent) => event.key === "Enter" && normalize()}
          className="pr-11 tabular-nums"
        />
        <Popover
          button={<CalendarDays aria-hidden="true" />}
          aria-label="Open calendar"
          label="Calendar"
          variant="ghost"
          size="icon"
          align="end"
          disabled={disabled}
          returnFocus={returnFocus}
          className="absolute top-0.5 right-0.5 text-muted hover:text-foreground"
        >
          {(close) => (
            <Suspense fallback={<Skeleton className="h-80 w-72" />}>
              <DayPickerGrid
                day={parseDate(text).value}
                min={min}
                max={max}
                onChoose={(day: string) => {
                  chooseDay(day);
                  close();
                }}
              />
            </Suspense>
          )}
        </Popover>
      </div>
    </FieldFrame>
  );
}
