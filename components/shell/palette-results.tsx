import { Command } from "cmdk";
import { ArrowRight } from "lucide-react";
import type { KeyboardEvent } from "react";
import { Button } from "@/components/ui/button";
import { RECORD_KINDS, type RecordType } from "@/lib/contract/record-kinds";
import type { RecordKindResults } from "@/lib/contract/search";
import { truncateText } from "@/lib/contract/words.values";
import { formatList, formatTotal, pluralize } from "@/lib/format";
import { MODULES } from "@/lib/modules";
import { ModuleIcon } from "./module-icon";
import { PALETTE_ICON_CLASS, type PaletteEntry } from "./palette-entries";
import type { PaletteRecord, RecordSearch } from "./use-palette-records";

const ITEM_CLASS =
  "flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-2.5 font-medium aria-selected:bg-sunken aria-disabled:cursor-progress";

const Heading = ({ text }: { text: string }) => <p className="px-2.5 pt-2 pb-1 text-xs font-bold text-muted">{text}</p>;

type PaletteGroupProps = {
  heading: string;
  entries: readonly PaletteEntry[];
  onSelect: (entry: PaletteEntry) => void;
};

/** Lists pages or commands. Renders nothing without entries. */
export function PaletteGroup({ heading, entries, onSelect }: PaletteGroupProps) {
  if (entries.length === 0) return null;
  return (
    <Command.Group heading={<Heading text={heading} />}>
      {entries.map((entry) => (
        <Command.Item key={entry.label} value={entry.label} onSelect={() => onSelect(entry)} className={ITEM_CLASS}>
          {entry.icon}
          {entry.label}
        </Command.Item>
      ))}
    </Command.Group>
  );
}

type RecordGroupProps = {
  heading: string;
  records: readonly PaletteRecord[];
  /** Kind of the records, for the link to the list of all matches; undefined if no more records match. */
  all?: RecordKindResults;
  /** True if the records belong to the previous search text. */
  isStale?: boolean;
  onOpen: (record: PaletteRecord) => void;
  onOpenAll?: (url: string) => void;
};

/** Value of a record's option; unique in the search box. */
export const recordOptionId = ({ kind, id }: Pick<PaletteRecord, "kind" | "id">) => `${kind}:${id}`;

/** Lists records, and at the end a link to the list with all matches, if there is one. Renders nothing without records. */
export function PaletteRecordGroup({ heading, records, all, isStale = false, onOpen, onOpenAll }: RecordGroupProps) {
  if (records.length === 0) return null;
  const allUrl = all?.url;
  return (
    <Command.Group heading={<Heading text={heading} />} className={isStale ? "opacity-60" : undefined}>
      {records.map((record) => (
        <Command.Item
          key={recordOptionId(record)}
          value={recordOptionId(record)}
          disabled={isStale}
          onSelect={() => onOpen(record)}
          className={`${ITEM_CLASS} py-1.5`}
        >
          <KindIcon kind={record.kind} />
          <span className="min-w-0 flex-1">
            <span className="block truncate">{record.title}</span>
            {record.detail && <span className="block truncate text-xs text-muted">{record.detail}</span>}
          </span>
        </Command.Item>
      ))}
      {all && allUrl && (
        <Command.Item
          value={`all:${all.kind}`}
          disabled={isStale}
          onSelect={() => onOpenAll?.(allUrl)}
          className={`${ITEM_CLASS} text-primary`}
        >
          <ArrowRight className={PALETTE_ICON_CLASS} aria-hidden="true" />
          All {formatTotal(all.total, all.totalIsCapped)} {all.plural} …
        </Command.Item>
      )}
    </Command.Group>
  );
}

/** Renders the icon of the module to which a kind of record belongs. */
function KindIcon({ kind }: { kind: string }) {
  const policy = RECORD_KINDS[kind as RecordType]?.list?.call.policy;
  const feature = typeof policy === "object" ? policy.feature : undefined;
  const icon = MODULES.find((module) => module.feature === feature)?.icon;
  return icon ? <ModuleIcon name={icon} className={PALETTE_ICON_CLASS} /> : null;
}

type StatusProps = {
  query: string;
  search: RecordSearch;
  /** Number of pages and commands that match. */
  pageAndCommandCount: number;
};

/** Shows and announces the progress of the record search, and why nothing is found. */
export function PaletteStatus({ query, search, pageAndCommandCount }: StatusProps) {
  const text = query.trim();
  const records = search.kinds.reduce((sum, { items }) => sum + items.length, 0);
  const isNothing = text !== "" && records === 0 && pageAndCommandCount === 0;
  if (search.error && text)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 px-4 pt-3 text-sm text-danger">
        <span className="min-w-0 flex-1">Records can't be searched right now. {search.error.message}</span>
        <Button size="sm" variant="secondary" onClick={search.retry} onKeyDown={stopEnterPropagation}>
          Try again
        </Button>
      </div>
    );
  const found = `${pluralize(records, "record")} found.`;
  const slow = `Searching ${formatList(search.slow)} took too long. Use more letters, or search in the list.`;
  const problem = search.isLoading
    ? undefined
    : search.slow.length > 0
      ? `${records > 0 ? `${found} ` : ""}${slow}`
      : (search.hint ?? (isNothing ? `Nothing matches “${shortenText(text)}”.` : undefined));
  return (
    <p
      role="status"
      className={problem ? "px-4 pt-4 pb-2 text-center text-balance text-muted wrap-anywhere" : "sr-only"}
    >
      {text === "" ? "" : search.isLoading ? "Searching records…" : (problem ?? found)}
    </p>
  );
}

/** Keeps Enter on a button from opening the selected option, which cmdk does for every Enter within the box. */
export const stopEnterPropagation = (event: KeyboardEvent) => {
  if (event.key === "Enter") event.stopPropagation();
};

const shortenText = (text: string) => (text.length > 80 ? `${truncateText(text, 80)}…` : text);
