import { Check, CircleAlert, History, LoaderCircle } from "lucide-react";
import type { TextCell } from "@/lib/contract/app-config-languages";
import type { CellEntry } from "./language-cells";

/** Renders a cell's mark: the state of its save, else whether its English has changed. */
export function CellMark({ entry, cell }: { entry: CellEntry | undefined; cell: TextCell }) {
  if (entry?.state === "saving") return mark(LoaderCircle, "Saving", "animate-spin text-muted");
  if (entry?.state === "saved") return mark(Check, "Saved", "text-success");
  if (entry && entry.state !== "typing") return mark(CircleAlert, MARKS[entry.state], "text-danger");
  if (cell.state === "changed") return mark(History, "English changed since", "text-warning");
  return null;
}

const MARKS = { refused: "Refused", failed: "Not saved", conflict: "Changed by another admin", kept: "Not saved" };

function mark(Icon: typeof Check, words: string, look: string) {
  return (
    <span title={words} className="shrink-0">
      <Icon aria-hidden="true" className={`size-3.5 ${look}`} />
      <span className="sr-only">{words}</span>
    </span>
  );
}
