"use client";

import { Search } from "lucide-react";
import { type CSSProperties, useEffect, useRef, useState } from "react";
import { Input } from "@/components/ui/input";
import { cleanLine } from "@/lib/contract/pasted.values";

const DEBOUNCE = 250;

type SearchFieldProps = { value: string; label: string; onSearch: (q: string) => void };

/**
 * Searches for the cleaned text once typing pauses. The input keeps the text as typed: neither a late response nor the cleaned
 * value in the URL moves the cursor or removes a trailing space.
 */
export function SearchField({ value, label, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  /** Last value seen in the URL, followed by searches that are not in the URL yet. */
  const asked = useRef([value]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement>(null);

  // Updates the text when the URL was changed elsewhere, such as by the back button or "Clear filters".
  useEffect(() => {
    const answered = asked.current.indexOf(value);
    asked.current = answered < 0 ? [value] : asked.current.slice(answered);
    if (answered < 0) setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const ask = (q: string) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const wanted = cleanLine(q);
    if (asked.current.at(-1) !== wanted) asked.current.push(wanted);
    onSearch(wanted);
  };

  // Applies text typed before hydration, on a slow line.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page gets ready
  useEffect(() => {
    const typed = field.current?.value ?? "";
    if (typed === value) return;
    setText(typed);
    ask(typed);
  }, []);

  return (
    // As wide as its label: up to 0.44rem per letter, plus the icon.
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
        // Searches before a click on a link navigates: a later search would cancel the navigation.
        onBlur={() => timer.current && ask(text)}
        className="h-9 text-ellipsis border-border! pl-9 shadow-card hover:border-control! md:text-sm"
      />
    </div>
  );
}
