"use client";

import { useSyncExternalStore } from "react";

/** Position of a cell, counted from 0; column 0 is the key. */
export type Place = { row: number; col: number };
type FocusState = "none" | "active" | "editing";

/** Creates the store of the grid's active cell and its editing state. Kept outside React, so that moving renders two cells. */
export function createFocus() {
  let place: Place = { row: 0, col: 1 };
  let editing = false;
  /** True until the active cell has taken the browser's focus. */
  let calls = false;
  const listeners = new Set<() => void>();
  return {
    place: () => place,
    go(next: Place, edit = false) {
      place = next;
      editing = edit;
      calls = true;
      for (const listener of listeners) listener();
    },
    /** Follows the browser's focus, which is already on the cell. */
    follow(next: Place) {
      if (next.row === place.row && next.col === place.col) return;
      place = next;
      editing = false;
      for (const listener of listeners) listener();
    },
    /** Ends editing after the field lost the browser's focus. */
    rest() {
      editing = false;
      for (const listener of listeners) listener();
    },
    /** Returns whether the rendered cell should take the browser's focus; true once per move. */
    isCalled() {
      const was = calls;
      calls = false;
      return was;
    },
    stateOf: ({ row, col }: Place): FocusState =>
      row !== place.row || col !== place.col ? "none" : editing ? "editing" : "active",
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
export type GridFocus = ReturnType<typeof createFocus>;

export const useFocusState = (focus: GridFocus, row: number, col: number): FocusState =>
  useSyncExternalStore(
    focus.subscribe,
    () => focus.stateOf({ row, col }),
    () => (row === 0 && col === 1 ? "active" : "none"),
  );

export const useIsActiveRow = (focus: GridFocus, row: number): boolean =>
  useSyncExternalStore(
    focus.subscribe,
    () => focus.place().row === row,
    () => row === 0,
  );

type Keys = { key: string; ctrlKey: boolean; metaKey: boolean };

/**
 * Returns the position a key moves to, as in a spreadsheet. @param size rows and columns of the grid, rows of a page
 * @returns null if the key does not move
 */
export function moved(
  { key, ctrlKey, metaKey }: Keys,
  { row, col }: Place,
  size: { rows: number; cols: number; page: number },
): Place | null {
  const far = ctrlKey || metaKey;
  const steps: Record<string, Place> = {
    ArrowUp: { row: far ? 0 : row - 1, col },
    ArrowDown: { row: far ? size.rows : row + 1, col },
    ArrowLeft: { row, col: far ? 0 : col - 1 },
    ArrowRight: { row, col: far ? size.cols : col + 1 },
    Home: { row: far ? 0 : row, col: 0 },
    End: { row: far ? size.rows : row, col: size.cols },
    PageUp: { row: row - size.page, col },
    PageDown: { row: row + size.page, col },
  };
  const next = steps[key];
  return next ? within(next, size) : null;
}

/** Clamps a position to the grid. */
export const within = ({ row, col }: Place, { rows, cols }: { rows: number; cols: number }): Place => ({
  row: Math.max(0, Math.min(row, rows - 1)),
  col: Math.max(0, Math.min(col, cols - 1)),
});
