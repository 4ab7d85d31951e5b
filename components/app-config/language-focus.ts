"use client";

import { useSyncExternalStore } from "react";

/** Position of a cell in the text grid, counted from 0. Column 0 contains the text keys. */
export type CellPosition = { row: number; col: number };
type FocusState = "none" | "active" | "editing";

/** Stores the grid's active cell outside React, so that moving between cells renders only the two cells involved. */
export function createCellFocusStore() {
  let position: CellPosition = { row: 0, col: 1 };
  let editing = false;
  /** True until the active cell receives the browser's focus. */
  let wantsFocus = false;
  const listeners = new Set<() => void>();
  return {
    place: () => position,
    moveTo(next: CellPosition, startEditing = false) {
      position = next;
      editing = startEditing;
      wantsFocus = true;
      for (const listener of listeners) listener();
    },
    /** Makes a cell active when it receives the browser's focus. */
    syncTo(next: CellPosition) {
      if (next.row === position.row && next.col === position.col) return;
      position = next;
      editing = false;
      for (const listener of listeners) listener();
    },
    /** Ends editing after the field lost the browser's focus. */
    stopEditing() {
      editing = false;
      for (const listener of listeners) listener();
    },
    /** Returns whether the rendered cell should call `focus()`. Returns true once after each move. */
    takeFocusRequest() {
      const wasWanted = wantsFocus;
      wantsFocus = false;
      return wasWanted;
    },
    stateOf: ({ row, col }: CellPosition): FocusState =>
      row !== position.row || col !== position.col ? "none" : editing ? "editing" : "active",
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
/** Store of the text grid's active cell. */
export type CellFocusStore = ReturnType<typeof createCellFocusStore>;

/** Returns whether a cell of the text grid is active or being edited. */
export const useCellFocusState = (focus: CellFocusStore, row: number, col: number): FocusState =>
  useSyncExternalStore(
    focus.subscribe,
    () => focus.stateOf({ row, col }),
    () => (row === 0 && col === 1 ? "active" : "none"),
  );

/** Returns whether the text grid's active cell is in this row. */
export const useIsActiveRow = (focus: CellFocusStore, row: number): boolean =>
  useSyncExternalStore(
    focus.subscribe,
    () => focus.place().row === row,
    () => row === 0,
  );

type PressedKey = { key: string; ctrlKey: boolean; metaKey: boolean };

/**
 * Returns the position to which a key press moves, as in a spreadsheet; null if the key moves nowhere. @param size rows, columns and rows
 * per page
 */
export function cellPositionAfterKeyPress(
  { key, ctrlKey, metaKey }: PressedKey,
  { row, col }: CellPosition,
  size: { rows: number; cols: number; page: number },
): CellPosition | null {
  const toEdge = ctrlKey || metaKey;
  const steps: Record<string, CellPosition> = {
    ArrowUp: { row: toEdge ? 0 : row - 1, col },
    ArrowDown: { row: toEdge ? size.rows : row + 1, col },
    ArrowLeft: { row, col: toEdge ? 0 : col - 1 },
    ArrowRight: { row, col: toEdge ? size.cols : col + 1 },
    Home: { row: toEdge ? 0 : row, col: 0 },
    End: { row: toEdge ? size.rows : row, col: size.cols },
    PageUp: { row: row - size.page, col },
    PageDown: { row: row + size.page, col },
  };
  const next = steps[key];
  return next ? clampCellPosition(next, size) : null;
}

/** Returns the position, or the nearest position inside the text grid. */
export const clampCellPosition = (
  { row, col }: CellPosition,
  { rows, cols }: { rows: number; cols: number },
): CellPosition => ({
  row: Math.max(0, Math.min(row, rows - 1)),
  col: Math.max(0, Math.min(col, cols - 1)),
});
