"use client";

import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { LoadFailed } from "@/components/common/states";
import { Badge } from "@/components/ui/badge";
import { Skeleton } from "@/components/ui/skeleton";
import { DocumentPages } from "./document-pages";
import { PanZoomPicture } from "./document-stage";
import { useObjectUrl } from "./object-url";
import type { PictureView, Size } from "./pan-zoom";

/** A document of a record, such as the photo or PDF of an identity card, as the document viewer shows it. */
export type ViewedDocument = {
  id: string;
  label: string;
  contentType: string;
  /** Size of the first page, in pixels. */
  width: number;
  height: number;
  /** Number of pages of a PDF; 0 until the document is first opened. */
  pages: number;
  /** Set if the document is outdated, such as a replaced version: `word` is the text on its tab, `words` on its badge. */
  aside?: { word: string; words: string };
};
/** Query that loads the bytes of one page of a document. */
export type DocumentPageQuery = UseQueryOptions<Blob, Error, Blob, string[]>;

/** Returns whether a document is current: not outdated, such as a replaced version. */
export const isCurrentDocument = ({ aside }: ViewedDocument) => !aside;
/** Lists all pages of the given documents, each with its document's id. A picture counts as one page. */
export const listDocumentPages = (documents: readonly { id: string; pages: number }[]) =>
  documents.flatMap(({ id, pages }) => Array.from({ length: pages || 1 }, (_, index) => ({ id, page: index + 1 })));
const isPdf = ({ contentType }: ViewedDocument) => contentType === "application/pdf";

type Props = {
  document: ViewedDocument;
  /** Page number, from 1. */
  page: number;
  onPage: (page: number) => void;
  query: DocumentPageQuery;
  /** Fetches the document's original file. */
  original?: () => Promise<Blob>;
  /** Called when a page of a PDF has been rendered for the first time: refetch the record, which now has the number of pages. */
  onDrawn?: () => void;
  view: PictureView;
  onView: (update: (view: PictureView) => PictureView) => void;
  active: boolean;
  onActive: () => void;
};

/** Renders one page of a document. For a PDF, adds page buttons and a download of the original file. */
export function DocumentPane({ original, onPage: onTurnTo, ...props }: Props) {
  const { document, page, onActive } = props;
  const showPage = (next: number) => {
    onActive();
    onTurnTo(next);
  };
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <DocumentPage key={page} {...props} />
      {isPdf(document) && <DocumentPages document={document} page={page} onPage={showPage} original={original} />}
    </div>
  );
}

const BROKEN_PICTURE = "This picture is incomplete. Load it again. If it stays incomplete, request a new one.";

function DocumentPage({ document, page, query, onDrawn, ...stage }: Omit<Props, "original" | "onPage">) {
  const { data, error, isFetching, refetch } = useQuery(query);
  const url = useObjectUrl(data);
  // Blob whose bytes are not a valid image, such as a truncated response.
  const [brokenBlob, setBrokenBlob] = useState<Blob>();
  // Size of the page on screen, once loaded. Pages of one document may differ in size.
  const [size, setSize] = useState<Size>();
  const onDrawnRef = useRef(onDrawn);
  const isFirstRender = Boolean(data) && document.pages === 0;
  useEffect(() => {
    if (isFirstRender) onDrawnRef.current?.();
  }, [isFirstRender]);
  const problem = error?.message ?? (data && data === brokenBlob ? BROKEN_PICTURE : undefined);
  if (problem)
    return (
      <div className="flex-1 overflow-auto bg-sunken">
        <LoadFailed message={problem} busy={isFetching} onRetry={refetch} />
      </div>
    );
  if (!url)
    return (
      <div className="flex-1 bg-surface p-4">
        <Skeleton className="h-full w-full rounded-lg" />
      </div>
    );
  const label = document.pages > 1 ? `${document.label}, page ${page}` : document.label;
  return (
    <PanZoomPicture
      src={url}
      label={label}
      picture={size ?? document}
      turnsPages={document.pages > 1}
      onSize={setSize}
      onBroken={() => setBrokenBlob(data)}
      {...stage}
    >
      {document.aside && (
        <Badge tone="warning" className="absolute top-3 left-3 shadow-card">
          {document.aside.words}
        </Badge>
      )}
    </PanZoomPicture>
  );
}
