"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import type { ViewedDocument } from "@/components/common/document/document-pane";
import { type DocumentsToShow, DocumentViewer } from "@/components/common/document/document-viewer";
import type { IreportDetails } from "@/lib/contract/ireport";
import type { IreportMessageKind } from "@/lib/contract/ireport.values";
import { ireportPhotoQuery, ireportThumbnailsQuery } from "@/lib/queries/ireport-record";

type ReportPhotos = Pick<IreportDetails, "id" | "pictures" | "messages">;

const KIND_NAMES: Partial<Record<IreportMessageKind, string>> = { answer: "Answer", resolution: "Resolution" };

/** Lists the photos of a report, then the photos in its messages. */
export function ireportPhotosOf({ pictures, messages }: ReportPhotos): ViewedDocument[] {
  const counts = new Map<string, number>();
  const toViewed = (photos: ReportPhotos["pictures"], source: string) =>
    photos.map(({ id, width, height }) => {
      const photoNumber = (counts.get(source) ?? 0) + 1;
      counts.set(source, photoNumber);
      return { id, label: `${source} ${photoNumber}`, contentType: "image/jpeg", width, height, pages: 1 };
    });
  return [
    ...toViewed(pictures, "Photo"),
    ...messages.flatMap(({ kind, photos }) => toViewed(photos, KIND_NAMES[kind] ?? "Message")),
  ];
}
/** Returns the ids of the photos of a report and its messages. */
export const ireportPhotoIdsOf = (report: ReportPhotos) => ireportPhotosOf(report).map(({ id }) => id);

/** Shows a report's photos in the document viewer. Compares a photo with the last photo, which may show the repaired place. */
export function IreportPhotos({ report, asked: toShow }: { report: ReportPhotos; asked: DocumentsToShow | undefined }) {
  const photos = ireportPhotosOf(report);
  const photoQuery = (photoId: string) => ireportPhotoQuery(report.id, photoId);
  const { data: thumbnails } = useQuery(ireportThumbnailsQuery(report.id, ireportPhotoIdsOf(report)));
  // Keeps viewed photos in the cache while the report is open, because every fetch is logged as a view.
  useQueries({ queries: photos.map(({ id }) => ({ ...photoQuery(id), enabled: false })) });
  const comparedIdOf = (photoId: string) => {
    const last = photos.at(-1)?.id;
    return last === photoId ? photos[0]?.id : last;
  };
  return (
    <DocumentViewer
      documents={photos}
      queryOf={photoQuery}
      thumbnails={thumbnails}
      besideOf={comparedIdOf}
      noun="Photos"
      // Uses "b", because "c" is the shortcut of Claim.
      compareKey="b"
      height="h-[20rem] md:h-[24rem] xl:h-[max(14rem,calc(100dvh-40rem))]"
      asked={toShow}
    />
  );
}
