"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import type { ViewedDocument } from "@/components/common/document/document-pane";
import { type AskedDocuments, DocumentViewer } from "@/components/common/document/document-viewer";
import type { IreportSingle } from "@/lib/contract/ireport";
import type { IreportMessageKind } from "@/lib/contract/ireport.values";
import { ireportPhotoQuery, ireportThumbnailsQuery } from "@/lib/queries/ireport";

type Pictured = Pick<IreportSingle, "id" | "pictures" | "messages">;

const LABELS: Partial<Record<IreportMessageKind, string>> = { answer: "Answer", resolution: "Resolution" };

/** Lists the report's photos, then those of messages, in their order. */
export function photosOf({ pictures, messages }: Pictured): ViewedDocument[] {
  const counts = new Map<string, number>();
  const viewed = (photos: Pictured["pictures"], what: string) =>
    photos.map(({ id, width, height }) => {
      const nth = (counts.get(what) ?? 0) + 1;
      counts.set(what, nth);
      return { id, label: `${what} ${nth}`, contentType: "image/jpeg", width, height, pages: 1 };
    });
  return [
    ...viewed(pictures, "Photo"),
    ...messages.flatMap(({ kind, photos }) => viewed(photos, LABELS[kind] ?? "Message")),
  ];
}
export const photoIdsOf = (report: Pictured) => photosOf(report).map(({ id }) => id);

/** Shows the photos in the shared viewer. Compares a photo with the last one, which may show the solution. */
export function IreportPhotos({ report, asked }: { report: Pictured; asked: AskedDocuments | undefined }) {
  const photos = photosOf(report);
  const queryOf = (photoId: string) => ireportPhotoQuery(report.id, photoId);
  const { data: thumbnails } = useQuery(ireportThumbnailsQuery(report.id, photoIdsOf(report)));
  // Keeps viewed photos in the cache while the report is open, because every fetch is logged as a view.
  useQueries({ queries: photos.map(({ id }) => ({ ...queryOf(id), enabled: false })) });
  const besideOf = (photoId: string) => {
    const last = photos.at(-1)?.id;
    return last === photoId ? photos[0]?.id : last;
  };
  return (
    <DocumentViewer
      documents={photos}
      queryOf={queryOf}
      thumbnails={thumbnails}
      besideOf={besideOf}
      noun="Photos"
      // "c" is the shortcut of Claim.
      compareKey="b"
      height="h-[20rem] md:h-[24rem] xl:h-[max(14rem,calc(100dvh-40rem))]"
      asked={asked}
    />
  );
}
