"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { LoadFailed } from "@/components/common/states";
import { ContentEntryTitle } from "@/components/content-entry/content-entry-columns";
import { ContentEntryOrderEditor } from "@/components/content-entry/content-entry-order";
import { ContentEntryStateBadge } from "@/components/content-entry/content-entry-state";
import { PhoneFrame } from "@/components/content-entry/phone-frame";
import { useRefetchAtNextChange } from "@/components/content-entry/use-refetch-at-next-change";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { ContentEntryRow } from "@/lib/contract/content-entries";
import { liveSlidesQuery } from "@/lib/queries/content";
import { orderedContentEntriesQuery } from "@/lib/queries/content-entries";
import { SlidePicture } from "./slide-picture";

const NO_ENTRIES: readonly ContentEntryRow[] = [];
/** Width in pixels of the slides' pictures in the preview: the server's picture size closest to the displayed width. */
const PREVIEW_WIDTH = 480;

/** Edits the order of slides, beside a phone preview of the slides that are live now. */
export function SliderOrderEditor() {
  const query = useQuery(orderedContentEntriesQuery("slides"));
  const client = useQueryClient();
  useRefetchAtNextChange(query.data ?? NO_ENTRIES, () => {
    void query.refetch();
    void client.invalidateQueries(liveSlidesQuery());
  });
  return (
    <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <ContentEntryOrderEditor
        kind="slides"
        query={query}
        label="Order of the slides"
        hint="Drag a slide, move it with the keyboard, or type its position. Those that are not live keep their place."
        render={(entry) => (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <ContentEntryTitle entry={entry} />
            <ContentEntryStateBadge entry={entry} />
          </span>
        )}
      />
      <Card aria-label="Slides on a phone" className="p-5">
        <LiveSlides order={query.data ?? NO_ENTRIES} />
      </Card>
    </div>
  );
}

function LiveSlides({ order }: { order: readonly ContentEntryRow[] }) {
  const { data, error, isFetching, refetch } = useQuery(liveSlidesQuery());
  if (error && !data) return <LoadFailed message={error.message} busy={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-96" />;
  // Shows a new order before the server responds.
  const positionOf = (id: string) => order.findIndex((entry) => entry.id === id);
  const slides = [...data.items].sort((a, b) => positionOf(a.id) - positionOf(b.id));
  return (
    <>
      <p className="mb-3 text-muted text-sm">
        {slides.length === 0 ? "No slide is live now." : `Live now: ${slides.length}. In English, one after the other.`}
      </p>
      <PhoneFrame theme="light" title="" label="Slides that are live now">
        <ol className="space-y-4">
          {slides.map(({ id, title, image, focal_x, focal_y }) => (
            <li key={id}>
              <SlidePicture
                src={image?.sizes.find(({ width }) => width >= PREVIEW_WIDTH)?.url ?? image?.sizes.at(-1)?.url ?? null}
                alt={image?.alt ?? ""}
                title={title}
                focal={{ x: focal_x, y: focal_y }}
                cut="wide"
              />
            </li>
          ))}
        </ol>
      </PhoneFrame>
    </>
  );
}
