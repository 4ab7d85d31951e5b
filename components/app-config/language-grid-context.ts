"use client";

import { createContext, type KeyboardEvent, useContext } from "react";
import type { Language, TranslationRow } from "@/lib/contract/app-config-languages";
import type { CellFocusStore, CellPosition } from "./language-focus";

/** State that grid cells and phone rows share. The object stays the same while scrolling, so that cells do not render again. */
export type TextGridContextValue = {
  focus: CellFocusStore;
  mayUpdate: boolean;
  /** Languages in the order of the columns, English first. */
  languages: readonly Language[];
  /** Moves the active cell if the key is a navigation key. @returns true if the active cell moved */
  press: (event: KeyboardEvent, position: CellPosition) => boolean;
  /** Moves the active cell by rows and columns, and scrolls to it. */
  move: (position: CellPosition, rows: number, cols: number) => void;
  save: (row: TranslationRow, code: string, text: string) => Promise<void>;
  paste: (rowIndex: number, code: string, text: string) => void;
  openKey: (row: TranslationRow) => void;
};

const GridToolsContext = createContext<TextGridContextValue | null>(null);
/** Provides the state of the text grid to its cells and phone rows. */
export const TextGridProvider = GridToolsContext.Provider;

/** Returns the state of the surrounding grid. @throws Error outside the grid */
export function useTextGrid(): TextGridContextValue {
  const tools = useContext(GridToolsContext);
  if (!tools) throw new Error("This stands outside of the grid.");
  return tools;
}
