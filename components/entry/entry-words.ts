import type { EntryKind } from "@/lib/contract/entries.values";
import type { TimelineEntry } from "@/lib/contract/system-logs";
import { isRichTextKey, KIND_INFO } from "./entry-kinds";
import type { EntryLanguage } from "./entry-language-select";

type Diff = TimelineEntry["changes"][number];
type HistoryEntry = Pick<TimelineEntry, "action" | "words" | "changes">;

/** Describes an entry of the history. A call with two possible effects is described by the effect it had. */
export function describeAction({ action, words, changes }: HistoryEntry): string {
  const changeOf = (field: string) => changes.find((change) => change.field === field);
  if (action.endsWith(".publishEntry")) return changeOf("scheduled")?.after ? "Scheduled" : "Published";
  if (action.endsWith(".withdrawEntry")) return changeOf("published") ? "Withdrew" : "Cancelled the schedule";
  if (!action.endsWith(".archiveEntry")) return words;
  return changeOf("archived")?.after === "true" ? "Archived" : "Brought back from the archive";
}

const EMPTY_VALUES: readonly (string | null)[] = [null, "", "[]", "{}"];
const STEPS_NAMED_BY_ACTION: readonly (string | null)[] = [
  "draft created",
  "draft saved",
  "preview link created",
  "withdrawn",
];
/** Fields that contain ids or long values, shown only as changed. */
const FIELDS_WITHOUT_VALUES = ["image_id", "cover_id", "gallery", "group_ids", "focal_x", "focal_y"];
/** Labels of fields that a kind does not define. */
const FIELD_LABELS: Readonly<Record<string, string>> = { group_ids: "User groups", must_accept: "Must accept again" };

/** Converts changes to words. Leaves out empty initial values and steps that the action's name already states. */
export function describeChanges(
  entry: TimelineEntry,
  kind: EntryKind,
  languages: readonly EntryLanguage[],
): TimelineEntry {
  const described = entry.changes
    .filter(
      ({ field, before, after }) =>
        !(EMPTY_VALUES.includes(before) && EMPTY_VALUES.includes(after)) &&
        !(field === "step" && STEPS_NAMED_BY_ACTION.includes(after)) &&
        field !== "archived",
    )
    .map((change) => describeChange(change, kind, languages));
  // Merges changes of both coordinates of a focal point into one change.
  return { ...entry, changes: [...new Map(described.map((change) => [change.field, change])).values()] };
}

function describeChange({ field, before, after }: Diff, kind: EntryKind, languages: readonly EntryLanguage[]): Diff {
  // Matches names such as `title (en)`.
  const [, key = field, code] = /^(\w+) \(([\w-]+)\)$/.exec(field) ?? [];
  const { texts, others } = KIND_INFO[kind];
  const label =
    (code ? texts.find((text) => text.key === key)?.label : FIELD_LABELS[key]) ??
    others.find(({ keys }) => keys.includes(key))?.label ??
    key;
  const language = languages.find((each) => each.code === code)?.name ?? code;
  const isHidden = FIELDS_WITHOUT_VALUES.includes(key) || (code !== undefined && isRichTextKey(key));
  return {
    field: language ? `${label} · ${language}` : label,
    before: isHidden ? null : formatChangedValue(before),
    after: isHidden ? "changed" : formatChangedValue(after),
  };
}

/** Parses tags from the audit log, which stores them as JSON. Truncated JSON is shown unchanged. */
function formatChangedValue(value: string | null): string | null {
  if (EMPTY_VALUES.includes(value)) return null;
  if (value === "true" || value === "false") return value === "true" ? "Yes" : "No";
  if (!value?.startsWith('["')) return value;
  try {
    return (JSON.parse(value) as string[]).join(", ");
  } catch {
    return value;
  }
}

/** Formats a size in bytes: `84 KB`, `1.2 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
