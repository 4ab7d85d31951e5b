"use client";

import { clsx } from "clsx";
import { type ComponentProps, type KeyboardEvent, useId, useState } from "react";
import { useFormContext } from "react-hook-form";
import type { AdminRef } from "@/lib/contract/common";
import { TextAreaField } from "./fields";

/** Matches an @ before the caret and the beginning of a name: one or two words. */
const BEGUN_MENTION = /(?:^|[^\p{L}\p{N}])@([\p{L}\p{M}.'’-]*(?: [\p{L}\p{M}.'’-]*)?)$/u;
const MAX_OFFERED_NAMES = 6;

export const MENTION_HINT = "Write @ and a name to notify an admin.";

/** A mention being typed. `from`: position of the @. `words`: the typed beginning of the name. */
type BegunMention = { from: number; words: string };

function begunMentionIn({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): BegunMention | null {
  if (selectionStart !== selectionEnd) return null;
  const words = BEGUN_MENTION.exec(value.slice(0, selectionStart))?.[1];
  return words === undefined ? null : { from: selectionStart - words.length - 1, words };
}

/** Returns whether an admin's whole name or last name begins with the typed words. */
const matchesName = ({ name }: AdminRef, words: string) => ` ${name.toLowerCase()}`.includes(` ${words.toLowerCase()}`);

type MentionFieldProps = Omit<ComponentProps<typeof TextAreaField>, "textarea"> & {
  /** Admins who may read the record and can therefore be mentioned. */
  readers: readonly AdminRef[];
  /** Called at the first @, to load the readers. */
  onMention: () => void;
};

/**
 * Renders the text field of a note. After an @ it offers the admins who can be mentioned: arrow keys choose, Enter or Tab inserts,
 * Escape closes. If the admins can't be loaded, typing works as usual.
 */
export function MentionField({ readers, onMention, ...props }: MentionFieldProps) {
  const { setValue } = useFormContext();
  const listId = useId();
  const [begun, setBegun] = useState<BegunMention | null>(null);
  const [chosen, setChosen] = useState(0);
  const offered = begun ? readers.filter((admin) => matchesName(admin, begun.words)).slice(0, MAX_OFFERED_NAMES) : [];
  // Closes the list of admins once a whole name is typed, because the list would only cover the buttons below.
  const isComplete = offered.length === 1 && offered[0]?.name.toLowerCase() === begun?.words.toLowerCase();
  const isOpen = offered.length > 0 && !isComplete;
  const active = Math.min(chosen, offered.length - 1);

  const follow = (element: HTMLTextAreaElement) => {
    const next = begunMentionIn(element);
    if (next?.from === begun?.from && next?.words === begun?.words) return;
    if (next) onMention();
    setBegun(next);
    setChosen(0);
  };
  const insert = (element: HTMLTextAreaElement, admin: AdminRef) => {
    if (!begun) return;
    const mention = `@${admin.name} `;
    const end = begun.from + 1 + begun.words.length;
    const text = element.value.slice(0, begun.from) + mention + element.value.slice(end).replace(/^ /, "");
    setValue(props.name, text, { shouldDirty: true });
    const caret = begun.from + mention.length;
    element.focus();
    element.setSelectionRange(caret, caret);
    setBegun(null);
  };
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const admin = offered[active];
    if (!isOpen || !admin || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step) setChosen((active + step + offered.length) % offered.length);
    else if (event.key === "Escape") setBegun(null);
    else if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) insert(event.currentTarget, admin);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="relative">
      <TextAreaField
        {...props}
        textarea={{
          "aria-autocomplete": "list",
          "aria-haspopup": "listbox",
          "aria-controls": isOpen ? listId : undefined,
          "aria-activedescendant": isOpen ? `${listId}-${active}` : undefined,
          onInput: (event) => follow(event.currentTarget),
          onSelect: (event) => follow(event.currentTarget),
          onKeyDown: handleKey,
          // Uses `onBlurCapture`, because the form field replaces an `onBlur` given here.
          onBlurCapture: () => setBegun(null),
        }}
      />
      {isOpen && (
        <div
          id={listId}
          role="listbox"
          aria-label="Admins who can be mentioned"
          className="absolute inset-x-0 top-full z-20 mt-1 rounded-lg border border-border bg-raised p-1 shadow-raised"
        >
          {offered.map((admin, index) => (
            <div
              key={admin.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              tabIndex={-1}
              // Inserts the admin on pointer down, because a click would take the focus out of the text field.
              onPointerDown={(event) => {
                event.preventDefault();
                const element = event.currentTarget.parentElement?.parentElement?.querySelector("textarea");
                if (element) insert(element, admin);
              }}
              className={clsx("cursor-pointer rounded-md px-2.5 py-1.5 wrap-anywhere", index === active && "bg-sunken")}
            >
              <span className="font-semibold">{admin.name}</span> <span className="text-muted">{admin.email}</span>
            </div>
          ))}
        </div>
      )}
      <p role="status" className="sr-only">
        {isOpen ? `${offered.length} admins to mention. Use the arrow keys.` : ""}
      </p>
    </div>
  );
}
