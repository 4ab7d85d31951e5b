import type { TimelineEntry } from "@/lib/contract/system-logs";
import { titleCase } from "@/lib/format";

/** Calls as something that was done with an entry; those of both modules have the same names. */
const WORDS: Readonly<Record<string, string>> = {
  createEntry: "Created",
  saveEntry: "Saved the draft",
  publishEntry: "Published",
  withdrawEntry: "Withdrew or cancelled the schedule",
  bringBack: "Made an earlier version the draft",
  archiveEntry: "Moved to or from the archive",
  orderEntries: "Changed the order",
  shareEntry: "Shared a preview",
};

/** `content.saveEntry` → "Saved the draft" */
export function actionWords(action: string): string {
  const name = action.split(".").at(-1) ?? action;
  return WORDS[name] ?? titleCase(name);
}

const EMPTY: readonly (string | null)[] = [null, "", "[]", "{}"];
const SAID_BY_ACTION: readonly (string | null)[] = ["draft created", "draft saved", "preview link made", "withdrawn"];

/** Without what a new draft leaves empty, and without the step that its action names already. */
export const toldOf = (entry: TimelineEntry): TimelineEntry => ({
  ...entry,
  changes: entry.changes.filter(
    ({ field, before, after }) =>
      !(EMPTY.includes(before) && EMPTY.includes(after)) && !(field === "step" && SAID_BY_ACTION.includes(after)),
  ),
});

/** `84 KB`, `1.2 MB`: bytes as a phone's line has to carry them. */
export function weightWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
