"use client";

import { Search } from "lucide-react";
import { type CSSProperties, useEffect, useRef, useState } from "react";
import { Input } from "@/components/ui/input";

const DEBOUNCE = 250;

type SearchFieldProps = { value: string; label: string; onSearch: (q: string) => void };

/** Asks once typing pauses. It keeps its own text, so an answer that comes late never changes what is typed. */
export function SearchField({ value, label, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  /** What was asked for and has not come back in the address yet, after what last did. */
  const asked = useRef([value]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement>(null);

  // The address changed without us: back button, "Clear filters".
  useEffect(() => {
    const answered = asked.current.indexOf(value);
    asked.current = answered < 0 ? [value] : asked.current.slice(answered);
    if (answered < 0) setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const ask = (q: string) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const wanted = q.trim() ? q : "";
    asked.current.push(wanted);
    onSearch(wanted);
  };

  // Typed before the page was ready, on a slow line: it counts all the same.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page gets ready
  useEffect(() => {
    const typed = field.current?.value ?? "";
    if (typed === value) return;
    setText(typed);
    ask(typed);
  }, []);

  return (
    // As wide as what it says: a letter takes less than 0.44rem, and the glass stands before it.
    <div
      style={{ "--said": `${label.length * 0.44 + 3.5}rem` } as CSSProperties}
      className="relative w-full md:w-[clamp(15rem,var(--said),26rem)]"
    >
      <Search
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
        aria-hidden="true"
      />
      <Input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={200}
        onChange={({ target }) => {
          setText(target.value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => ask(target.value), target.value ? DEBOUNCE : 0);
        }}
        onKeyDown={(event) => event.key === "Enter" && ask(text)}
        // Anyone who presses a link right after typing goes there: asked later, the search would call that off.
        onBlur={() => timer.current && ask(text)}
        className="h-9 text-ellipsis border-border! pl-9 shadow-card hover:border-control! md:text-sm"
      />
    </div>
  );
}
