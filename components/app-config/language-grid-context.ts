"use client";

import { createContext, type KeyboardEvent, useContext } from "react";
import type { Language, TextRow } from "@/lib/contract/app-config-languages";
import type { GridFocus, Place } from "./language-focus";

/** What cells of the grid and rows of the list share; it stays the same object while one scrolls. */
export type GridTools = {
  focus: GridFocus;
  mayUpdate: boolean;
  /** English first. */
  languages: readonly Language[];
  /** Moves if that is what the key does. */
  press: (event: KeyboardEvent, from: Place) => boolean;
  /** Moves by rows and columns, and shows where that is. */
  move: (from: Place, rows: number, cols: number) => void;
  save: (row: TextRow, code: string, text: string) => Promise<void>;
  paste: (at: number, code: string, text: string) => void;
  openKey: (row: TextRow) => void;
};

const Context = createContext<GridTools | null>(null);
export const GridToolsProvider = Context.Provider;

/** @throws outside of the grid */
export function useGridTools(): GridTools {
  const tools = useContext(Context);
  if (!tools) throw new Error("This stands outside of the grid.");
  return tools;
}
