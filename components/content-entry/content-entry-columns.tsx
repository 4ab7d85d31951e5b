import { useQuery } from "@tanstack/react-query";
import { Pin } from "lucide-react";
import { DateTime } from "@/components/common/date-time";
import type { TableColumn } from "@/components/common/table/column";
import type { ContentEntryRow } from "@/lib/contract/content-entries";
import { publicLanguagesQuery } from "@/lib/queries/content-entries";
import { ContentEntryStateBadge } from "./content-entry-state";
import { describePublicationTimes } from "./publication-times";

/** Renders a small picture, given as a data URI. The picture needs no text alternative, because the title is beside it. */
function Thumbnail({ src }: { src: string | null }) {
  if (!src) return null;
  return (
    // biome-ignore lint/performance/noImgElement: a data URI of a few hundred bytes needs no image optimizer
    <img src={src} alt="" className="h-9 w-12 shrink-0 rounded-sm object-cover" />
  );
}

/** Renders a content entry's title with its picture, or a note if there is no English title yet. */
export function ContentEntryTitle({ entry }: { entry: Pick<ContentEntryRow, "title" | "thumbnail" | "pinned"> }) {
  return (
    <span className="flex items-center gap-3 md:max-w-96">
      <Thumbnail src={entry.thumbnail} />
      <span className="min-w-0 truncate font-semibold max-md:whitespace-normal" title={entry.title || undefined}>
        {entry.title || <span className="text-muted">No title yet</span>}
      </span>
      {entry.pinned && <Pin className="size-3.5 shrink-0 text-muted" role="img" aria-label="Pinned" />}
    </span>
  );
}

/** Lists an entry's languages by name, or by code until the names are loaded. */
function LanguageCodes({ codes }: { codes: readonly string[] }) {
  const { data } = useQuery(publicLanguagesQuery());
  return codes.map((code) => data?.items.find((each) => each.code === code)?.name ?? code).join(", ") || "–";
}

/** Table columns that the lists of all kinds of content entries share. */
export const CONTENT_ENTRY_COLUMNS = {
  title: {
    id: "title",
    header: "Title",
    sort: "title",
    phone: "line",
    hideable: false,
    cell: (entry) => <ContentEntryTitle entry={entry} />,
  },
  state: { id: "state", header: "State", phone: "line", cell: (entry) => <ContentEntryStateBadge entry={entry} /> },
  when: {
    id: "from",
    header: "When",
    sort: "from",
    phone: "line",
    cell: (entry) => (
      <span className="block md:max-w-64 md:whitespace-normal">
        {describePublicationTimes(entry) || <span className="text-muted">Not published</span>}
      </span>
    ),
  },
  order: { id: "position", header: "Order", sort: "position", align: "end", cell: ({ position }) => position + 1 },
  languages: { id: "languages", header: "Languages", cell: (entry) => <LanguageCodes codes={entry.languages} /> },
  updated: {
    id: "updated_at",
    header: "Changed",
    sort: "updated_at",
    cell: (entry) => (
      <span className="block">
        <DateTime at={entry.updated_at} />
        {entry.updated_by && (
          <span className="block text-muted" title={entry.updated_by.email}>
            {entry.updated_by.name}
          </span>
        )}
      </span>
    ),
  },
} as const satisfies Record<string, TableColumn<ContentEntryRow>>;
