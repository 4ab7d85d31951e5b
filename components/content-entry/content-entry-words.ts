import type { ContentEntryKind } from "@/lib/contract/content-entries.values";
import type { TimelineEntry } from "@/lib/contract/system-logs";
import { CONTENT_ENTRY_KIND_INFO, isRichTextKey } from "./content-entry-kinds";
import type { ContentEntryLanguage } from "./content-entry-language-select";

type Diff = TimelineEntry["changes"][number];
type HistoryEntry = Pick<TimelineEntry, "action" | "words" | "changes">;

/** Describes an action in a content entry's history by its effect: the action `withdrawEntry` is "Withdrew" or "Cancelled the schedule". */
export function describeContentEntryAction({ action, words, changes }: HistoryEntry): string {
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
/** Fields that the history shows only as changed, because they contain ids or long values. */
const FIELDS_WITHOUT_VALUES = ["image_id", "cover_id", "gallery", "group_ids", "focal_x", "focal_y"];
/** Labels of changed fields that no kind of entry defines. */
const FIELD_LABELS: Readonly<Record<string, string>> = { group_ids: "User groups", must_accept: "Must accept again" };

/** Describes the changes of a history entry. Omits empty initial values, and changes that the action's name implies. */
export function describeContentEntryChanges(
  entry: TimelineEntry,
  kind: ContentEntryKind,
  languages: readonly ContentEntryLanguage[],
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

function describeChange(
  { field, before, after }: Diff,
  kind: ContentEntryKind,
  languages: readonly ContentEntryLanguage[],
): Diff {
  // Splits field names such as `title (en)` into key and language code.
  const [, key = field, code] = /^(\w+) \(([\w-]+)\)$/.exec(field) ?? [];
  const { texts, others } = CONTENT_ENTRY_KIND_INFO[kind];
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

/** Formats tags, which the audit trail stores as JSON. Returns truncated JSON unchanged. */
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
