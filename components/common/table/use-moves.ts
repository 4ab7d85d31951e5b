"use client";

import { useState } from "react";
import { movedBy } from "./order-buttons";

type MovesOptions<T> = {
  /** Of each level all ids in their new order, after each press. */
  send: (ids: string[], moved: T) => void;
  /** The rows that one is moved among; all of them unless said. */
  levelOf?: (row: T) => readonly T[];
};

/**
 * Moves records one place up (-1) or down (1). Where their query is: what is said re-renders it, so that a press right
 * after another one starts from the new order. `said` is what a screen reader hears of the last move.
 */
export function useMoves<T extends { id: string; name: string }>(
  rows: readonly T[] = [],
  options: MovesOptions<T>,
): Moves<T> {
  const [said, setSaid] = useState("");
  const levelOf = (row: T) => options.levelOf?.(row) ?? rows;
  const move = (row: T, by: -1 | 1) => {
    const ids = movedBy(
      levelOf(row).map(({ id }) => id),
      row.id,
      by,
    );
    if (!ids) return;
    setSaid(`${row.name} is now ${ids.indexOf(row.id) + 1} of ${ids.length}.`);
    options.send(ids, row);
  };
  const endsOf = (row: T) => {
    const level = levelOf(row);
    return { isFirst: level[0]?.id === row.id, isLast: level.at(-1)?.id === row.id };
  };
  return { move, endsOf, said };
}

export type Moves<T> = {
  move: (row: T, by: -1 | 1) => void;
  endsOf: (row: T) => { isFirst: boolean; isLast: boolean };
  said: string;
};
