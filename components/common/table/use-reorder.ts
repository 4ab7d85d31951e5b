"use client";

import { useState } from "react";
import { moveInList } from "./order-buttons";

type ReorderOptions<T> = {
  /** Called after each move with all ids of the level in their new order. */
  send: (ids: string[], moved: T) => void;
  /** Returns the rows among which a row can be moved, such as the children of one parent. Default: all rows. */
  levelOf?: (row: T) => readonly T[];
};

/**
 * Returns functions that move records one position up (-1) or down (1). `announcement` describes the last move to screen readers. Call the
 * hook in the component that has the rows' query: a new `announcement` re-renders that component, so the next click starts from the new order.
 */
export function useReorder<T extends { id: string; name: string }>(
  rows: readonly T[] = [],
  options: ReorderOptions<T>,
): ReorderActions<T> {
  const [announcement, setAnnouncement] = useState("");
  const levelOf = (row: T) => options.levelOf?.(row) ?? rows;
  const move = (row: T, offset: -1 | 1) => {
    const ids = moveInList(
      levelOf(row).map(({ id }) => id),
      row.id,
      offset,
    );
    if (!ids) return;
    setAnnouncement(`${row.name} is now ${ids.indexOf(row.id) + 1} of ${ids.length}.`);
    options.send(ids, row);
  };
  const positionOf = (row: T) => {
    const level = levelOf(row);
    return { isFirst: level[0]?.id === row.id, isLast: level.at(-1)?.id === row.id };
  };
  return { move, endsOf: positionOf, announcement };
}

/** Result of `useReorder`: functions that move a row up or down, and the announcement of the last move. */
export type ReorderActions<T> = {
  move: (row: T, offset: -1 | 1) => void;
  endsOf: (row: T) => { isFirst: boolean; isLast: boolean };
  announcement: string;
};
