"use client";

import { Search } from "lucide-react";
import { type CSSProperties, useEffect, useRef, useState } from "react";
import { Input } from "@/components/ui/input";
import { cleanPastedLine } from "@/lib/contract/pasted.values";

const DEBOUNCE_MS = 250;

type SearchFieldProps = { value: string; label: string; onSearch: (q: string) => void };

/**
 * Renders a search field that searches for the cleaned text once typing pauses. The field keeps the text as typed. Neither a late
 * response nor the cleaned value in the URL moves the cursor or removes a trailing space.
 */
export function SearchField({ value, label, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  /** Search text in the URL, followed by later searches that have not reached the URL yet. */
  const pendingTexts = useRef([value]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement>(null);

  // Updates the text after a URL change made elsewhere, such as by the back button or "Clear filters".
  useEffect(() => {
    const answeredIndex = pendingTexts.current.indexOf(value);
    pendingTexts.current = answeredIndex < 0 ? [value] : pendingTexts.current.slice(answeredIndex);
    if (answeredIndex < 0) setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (q: string) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const cleaned = cleanPastedLine(q);
    if (pendingTexts.current.at(-1) !== cleaned) pendingTexts.current.push(cleaned);
    onSearch(cleaned);
  };

  // Applies text typed before hydration, on a slow connection.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once after hydration
  useEffect(() => {
    const earlyText = field.current?.value ?? "";
    if (earlyText === value) return;
    setText(earlyText);
    search(earlyText);
  }, []);

  return (
    // Sets a width that shows the whole label: up to 0.44rem per letter, plus the icon.
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
          timer.current = setTimeout(() => search(target.value), target.value ? DEBOUNCE_MS : 0);
        }}
        onKeyDown={(event) => event.key === "Enter" && search(text)}
        // Searches on blur, before a click on a link navigates: a later search would cancel the navigation.
        onBlur={() => timer.current && search(text)}
        className="h-9 text-ellipsis border-border! pl-9 shadow-card hover:border-control! md:text-sm"
      />
    </div>
  );
}
