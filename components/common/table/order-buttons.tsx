"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import type { KeyboardEvent } from "react";
import { Button } from "@/components/ui/button";

/** Moves one id up (-1) or down (1) in a list of ids. @returns a new list; null if the id is already at that end */
export function moveInList(ids: readonly string[], id: string, offset: -1 | 1): string[] | null {
  const from = ids.indexOf(id);
  const target = ids[from + offset];
  if (from < 0 || target === undefined) return null;
  return ids.map((each) => (each === id ? target : each === target ? id : each));
}

type OrderButtonsProps = {
  /** Name of the item, for the button: "Move Roads up". */
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (offset: -1 | 1) => void;
};

/** Renders buttons that move an item up and down. The buttons stay focusable at both ends of the list, so that the keyboard focus is not lost. */
export function OrderButtons({ name, isFirst, isLast, onMove }: OrderButtonsProps) {
  const move = (offset: -1 | 1) => {
    if (offset === -1 ? !isFirst : !isLast) onMove(offset);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    move(event.key === "ArrowUp" ? -1 : 1);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
    <div role="group" aria-label={`Order of ${name}`} onKeyDown={onKeyDown} className="flex gap-1">
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`Move ${name} up`}
        aria-disabled={isFirst}
        onClick={() => move(-1)}
      >
        <ArrowUp aria-hidden="true" />
      </Button>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`Move ${name} down`}
        aria-disabled={isLast}
        onClick={() => move(1)}
      >
        <ArrowDown aria-hidden="true" />
      </Button>
    </div>
  );
}
