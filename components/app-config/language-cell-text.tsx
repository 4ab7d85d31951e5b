import { clsx } from "clsx";
import type { Language, TranslationCell } from "@/lib/contract/app-config-languages";
import { TextCellStateMark } from "./language-cell-mark";
import { isCellUnresolved, type TypedCellText } from "./language-cells";

type CellTextProps = { language: Language; cell: TranslationCell; entry: TypedCellText | undefined };

/** Renders a cell's text in two lines. An error replaces the second line. */
export function TextCellContent({ language, cell, entry }: CellTextProps) {
  const problem = isCellUnresolved(entry)
    ? entry.state === "conflict"
      ? "Another admin changed this text."
      : entry.message
    : undefined;
  const text = entry?.text ?? cell.text;
  const isMarked = cell.state === "changed" || (entry !== undefined && entry.state !== "typing");
  // Renders few elements, because scrolling renders hundreds of cells.
  return (
    <>
      <span
        dir={language.direction}
        lang={language.code}
        className={clsx(
          "wrap-anywhere text-sm",
          problem ? "line-clamp-1" : "line-clamp-2",
          isMarked && "mr-5",
          !text && "text-muted italic",
        )}
      >
        {text || "No text"}
      </span>
      {problem && <span className="block truncate text-danger text-xs">{problem}</span>}
      {isMarked && (
        <span className="absolute top-2 right-2">
          <TextCellStateMark entry={entry} cell={cell} />
        </span>
      )}
    </>
  );
}
