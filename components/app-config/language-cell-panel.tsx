import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import type { TranslationCell, TranslationRow } from "@/lib/contract/app-config-languages";
import { setTypedCellText, type TypedCellText, textCellId } from "./language-cells";
import { useTextGrid } from "./language-grid-context";

type CellPanelProps = {
  row: TranslationRow;
  code: string;
  cell: TranslationCell;
  entry: TypedCellText | undefined;
  /** Called to continue editing the typed text. */
  onEdit?: () => void;
  /** Called to return the focus to the cell. */
  onDone?: () => void;
};

/** Explains below a cell why it needs a decision: a refused save, a conflict, or a changed English text. */
export function TextCellDecisionPanel({ row, code, cell, entry, onEdit, onDone }: CellPanelProps) {
  const { save, mayUpdate } = useTextGrid();
  const id = textCellId(row.id, code);
  const discard = () => {
    setTypedCellText(id, null);
    onDone?.();
  };
  const retry = () => {
    void save(row, code, entry?.text ?? cell.text);
    onDone?.();
  };
  if (!mayUpdate || entry?.state === "saving" || entry?.state === "saved" || entry?.state === "typing") return null;
  if (entry?.state === "conflict")
    return (
      <>
        <p className="font-semibold">Another admin changed this text.</p>
        <dl className="grid grid-cols-[auto_1fr] gap-x-2 wrap-anywhere">
          <dt className="text-muted">Theirs</dt>
          <dd dir="auto">{entry.theirs || <span className="text-muted">No text</span>}</dd>
          <dt className="text-muted">Mine</dt>
          <dd dir="auto">{entry.text || <span className="text-muted">No text</span>}</dd>
        </dl>
        <ButtonRow>
          <Button size="sm" onClick={retry}>
            Keep mine
          </Button>
          <Button size="sm" onClick={discard}>
            Take theirs
          </Button>
        </ButtonRow>
      </>
    );
  if (entry)
    return (
      <>
        <p className={entry.state === "kept" ? "font-semibold" : "font-semibold text-danger"}>{entry.message}</p>
        <ButtonRow>
          {entry.state !== "refused" && (
            <Button size="sm" onClick={retry}>
              {entry.state === "kept" ? "Save" : "Try again"}
            </Button>
          )}
          {onEdit && (
            <Button size="sm" onClick={onEdit}>
              Edit
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={discard}>
            Discard
          </Button>
        </ButtonRow>
      </>
    );
  if (cell.state !== "changed") return null;
  return (
    <>
      <p>The English text changed since this was translated.</p>
      <ButtonRow>
        <Button size="sm" onClick={retry}>
          Still right
        </Button>
      </ButtonRow>
    </>
  );
}

/** Returns whether `TextCellDecisionPanel` would render anything for a cell. */
export const needsDecisionPanel = (cell: TranslationCell, entry: TypedCellText | undefined) =>
  entry ? entry.state !== "typing" && entry.state !== "saving" && entry.state !== "saved" : cell.state === "changed";

function ButtonRow({ children }: { children: ReactNode }) {
  return <div className="mt-2 flex flex-wrap gap-1.5">{children}</div>;
}
