import { Check, CircleAlert, History, LoaderCircle } from "lucide-react";
import type { TranslationCell } from "@/lib/contract/app-config-languages";
import type { TypedCellText } from "./language-cells";

/** Marks a cell that is being saved, was saved or could not be saved. Otherwise marks a translation whose English text has changed. */
export function TextCellStateMark({ entry, cell }: { entry: TypedCellText | undefined; cell: TranslationCell }) {
  if (entry?.state === "saving") return renderMark(LoaderCircle, "Saving", "animate-spin text-muted");
  if (entry?.state === "saved") return renderMark(Check, "Saved", "text-success");
  if (entry && entry.state !== "typing") return renderMark(CircleAlert, MARK_TEXTS[entry.state], "text-danger");
  if (cell.state === "changed") return renderMark(History, "English changed since", "text-warning");
  return null;
}

const MARK_TEXTS = { refused: "Refused", failed: "Not saved", conflict: "Changed by another admin", kept: "Not saved" };

function renderMark(Icon: typeof Check, text: string, classes: string) {
  return (
    <span title={text} className="shrink-0">
      <Icon aria-hidden="true" className={`size-3.5 ${classes}`} />
      <span className="sr-only">{text}</span>
    </span>
  );
}
