"use client";

import { GripVertical } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { Input } from "@/components/ui/input";

type DraggableSortableList = typeof import("./sortable-drag").DraggableSortableList;

export type SortableListProps<T> = {
  label: string;
  items: readonly T[];
  idOf: (item: T) => string;
  /** Returns an item's name for screen readers and controls. */
  nameOf: (item: T) => string;
  render: (item: T) => ReactNode;
  /** Called with all ids in the new order, once for each drop or typed position. */
  onOrder: (ids: string[]) => void;
  disabled?: boolean;
};

/** Renders a list that can be reordered by dragging, by keyboard or by typing a position. The dragging code loads later. */
export function SortableList<T>(props: SortableListProps<T>) {
  const { label, items, idOf, nameOf, render, onOrder, disabled = false } = props;
  const list = useRef<HTMLOListElement>(null);
  const DraggableSortableList = useSortableDrag(list, disabled);
  const ids = items.map(idOf);
  const moveTo = (id: string, position: number) => {
    const next = moveToIndex(ids, id, position - 1);
    if (next.join() !== ids.join()) onOrder(next);
  };
  const content = (item: T, handle: ReactNode) => {
    const at = ids.indexOf(idOf(item));
    return (
      <div className="flex items-center gap-2">
        {!disabled && handle}
        {!disabled && (
          <Rank name={nameOf(item)} place={at + 1} count={ids.length} onMove={(place) => moveTo(idOf(item), place)} />
        )}
        <div className="min-w-0 flex-1">{render(item)}</div>
      </div>
    );
  };
  const staticList = (
    <ol ref={list} aria-label={label} className="divide-y divide-border">
      {items.map((item) => (
        <li key={idOf(item)} className="py-2">
          {content(item, <GripVertical aria-hidden="true" className="size-4 shrink-0 text-muted" />)}
        </li>
      ))}
    </ol>
  );
  if (disabled || !DraggableSortableList) return staticList;
  return (
    <DraggableSortableList
      label={label}
      ids={ids}
      nameOf={(id) => nameOf(items[ids.indexOf(id)] as T)}
      onMove={(id, newIndex) => moveTo(id, newIndex + 1)}
      render={(id, handle) => content(items[ids.indexOf(id)] as T, handle)}
    />
  );
}

/** Delay in ms before checking whether focus has left the list: between two fields, `activeElement` is the body. */
const FOCUS_LEFT_DELAY_MS = 300;

/**
 * Loads the dragging code, and returns its component once the focus is outside the list. The component replaces the rows, so a
 * focused field in them would lose the focus.
 */
function useSortableDrag(list: RefObject<HTMLElement | null>, disabled: boolean): DraggableSortableList | null {
  const [dragComponent, setDragComponent] = useState<DraggableSortableList | null>(null);
  useEffect(() => {
    if (disabled || dragComponent) return;
    const controller = new AbortController();
    const showDrag = (drag: DraggableSortableList) => {
      if (controller.signal.aborted) return;
      const first = list.current;
      if (!first?.contains(document.activeElement)) return setDragComponent(() => drag);
      const showLater = () => setTimeout(() => showDrag(drag), FOCUS_LEFT_DELAY_MS);
      first.addEventListener("focusout", showLater, { once: true, signal: controller.signal });
    };
    void import("./sortable-drag").then((module) => showDrag(module.DraggableSortableList));
    return () => controller.abort();
  }, [disabled, dragComponent, list]);
  return dragComponent;
}

/** Moves one id to a position (from 0) in a list of ids; the others keep their order. @returns a new list */
export function moveToIndex(ids: readonly string[], id: string, newIndex: number): string[] {
  const otherIds = ids.filter((each) => each !== id);
  const position = Math.max(0, Math.min(newIndex, otherIds.length));
  return [...otherIds.slice(0, position), id, ...otherIds.slice(position)];
}

type PositionInputProps = { name: string; place: number; count: number; onMove: (position: number) => void };

/** Renders an item's position as a number field. Typing another number and Enter moves the item. */
function Rank({ name, place: position, count, onMove }: PositionInputProps) {
  const [text, setText] = useState<string | null>(null);
  const applyPosition = () => {
    const wanted = Number(text);
    setText(null);
    if (text?.trim() && Number.isInteger(wanted) && wanted >= 1) onMove(Math.min(wanted, count));
  };
  return (
    <Input
      aria-label={`Position of ${name}, 1 to ${count}`}
      inputMode="numeric"
      autoComplete="off"
      value={text ?? String(position)}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setText(event.target.value)}
      onBlur={applyPosition}
      onKeyDown={(event) => {
        if (event.key === "Enter") {
          event.preventDefault();
          applyPosition();
        }
        if (event.key === "Escape") setText(null);
      }}
      className="h-8 max-w-12 px-1 text-center tabular-nums"
    />
  );
}
