// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot render only the visible rows with two fixed columns
"use client";

import type { VirtualItem } from "@tanstack/react-virtual";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { Language } from "@/lib/contract/app-config-languages";
import { ENGLISH_COLUMN_WIDTH, GRID_HEAD_HEIGHT, KEY_COLUMN_WIDTH } from "./language-measures";
import { TranslationProgress } from "./language-progress";

type GridHeadProps = {
  languages: readonly Language[];
  columns: readonly VirtualItem[];
  /** Code of the language to which the filter applies. */
  chosen: string | undefined;
  menuOf: (language: Language) => ReactNode;
};

/** Renders the header row of the text grid, with a menu for each language. */
export function TextGridHead({ languages, columns, chosen: chosenCode, menuOf }: GridHeadProps) {
  const [source, ...translations] = languages;
  return (
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={1}
      style={{ height: GRID_HEAD_HEIGHT }}
      className="sticky top-0 z-20 flex"
    >
      <div
        role="columnheader"
        tabIndex={-1}
        aria-colindex={1}
        style={{ width: KEY_COLUMN_WIDTH }}
        className={clsx(HEAD_CELL_CLASS, "sticky left-0 z-10 shrink-0 font-semibold text-sm")}
      >
        Key
      </div>
      {source && (
        <Cell
          language={source}
          col={1}
          left={KEY_COLUMN_WIDTH}
          width={ENGLISH_COLUMN_WIDTH}
          menu={menuOf(source)}
          frozen
        />
      )}
      {columns.map(({ index, start, size }) => {
        const language = translations[index];
        return (
          language && (
            <Cell
              key={language.code}
              language={language}
              col={index + 2}
              left={start}
              width={size}
              menu={menuOf(language)}
              chosen={language.code === chosenCode}
            />
          )
        );
      })}
    </div>
  );
}

const HEAD_CELL_CLASS = "h-full border-r border-b bg-sunken px-3 py-2";

type HeadCellProps = {
  language: Language;
  col: number;
  left: number;
  width: number;
  menu: ReactNode;
  frozen?: boolean;
  chosen?: boolean;
};

function Cell({ language, col, left: leftOffset, width, menu, frozen, chosen: chosenCode }: HeadCellProps) {
  return (
    <div
      role="columnheader"
      tabIndex={-1}
      aria-colindex={col + 1}
      style={{ left: leftOffset, width }}
      className={clsx(
        HEAD_CELL_CLASS,
        "flex items-start gap-1",
        frozen ? "sticky z-10 shrink-0" : "absolute top-0",
        chosenCode && "border-b-2 border-b-primary",
      )}
    >
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm">
          <span className="font-semibold">{language.name}</span> <span className="text-muted">{language.code}</span>
        </p>
        <TranslationProgress language={language} />
      </div>
      {menu}
    </div>
  );
}
