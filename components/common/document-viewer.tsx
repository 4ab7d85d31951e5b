"use client";

import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { RotateCw, ZoomIn, ZoomOut } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { LoadFailed } from "./states";

export type ViewedDocument = { id: string; label: string };
type DocumentQuery = UseQueryOptions<Blob, Error, Blob, string[]>;

const ZOOMS = [1, 1.5, 2, 3, 4];

/**
 * Looks at the documents of a record, one at a time: each is fetched with the caller's right when it is first shown, and
 * lives in memory only.
 */
export function DocumentViewer({
  documents,
  queryOf,
}: {
  documents: readonly ViewedDocument[];
  queryOf: (id: string) => DocumentQuery;
}) {
  const [shownId, setShownId] = useState(documents[0]?.id);
  const [zoom, setZoom] = useState(0);
  const [quarters, setQuarters] = useState(0);
  const shown = documents.find((document) => document.id === shownId) ?? documents[0];
  if (!shown) return <p className="p-5 text-muted">No documents were sent with this request.</p>;

  const show = (id: string) => {
    setShownId(id);
    setZoom(0);
    setQuarters(0);
  };
  const step = (by: number) => setZoom((at) => Math.min(ZOOMS.length - 1, Math.max(0, at + by)));
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2 px-5 pb-3">
        <fieldset className="mr-auto flex flex-wrap gap-1">
          <legend className="sr-only">Documents</legend>
          {documents.map(({ id, label }) => (
            <Button
              key={id}
              size="sm"
              variant={id === shown.id ? "secondary" : "ghost"}
              aria-pressed={id === shown.id}
              onClick={() => show(id)}
            >
              {label}
            </Button>
          ))}
        </fieldset>
        <Button size="icon-sm" variant="ghost" aria-label="Zoom out" disabled={zoom === 0} onClick={() => step(-1)}>
          <ZoomOut aria-hidden="true" />
        </Button>
        <span className="w-11 text-center text-sm tabular-nums text-muted" aria-live="polite">
          {(ZOOMS[zoom] ?? 1) * 100}%
        </span>
        <Button
          size="icon-sm"
          variant="ghost"
          aria-label="Zoom in"
          disabled={zoom === ZOOMS.length - 1}
          onClick={() => step(1)}
        >
          <ZoomIn aria-hidden="true" />
        </Button>
        <Button size="icon-sm" variant="ghost" aria-label="Rotate" onClick={() => setQuarters((at) => (at + 1) % 4)}>
          <RotateCw aria-hidden="true" />
        </Button>
      </div>
      <DocumentImage
        key={shown.id}
        document={shown}
        query={queryOf(shown.id)}
        zoom={ZOOMS[zoom] ?? 1}
        quarters={quarters}
      />
    </div>
  );
}

type ImageProps = { document: ViewedDocument; query: DocumentQuery; zoom: number; quarters: number };

function DocumentImage({ document, query, zoom, quarters }: ImageProps) {
  const { data, error, isFetching, refetch } = useQuery({
    ...query,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const url = useObjectUrl(data);
  return (
    <section
      // Scrolled by keyboard, wheel and finger alike: that is how one moves about a zoomed document.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region has to be reachable by keyboard
      tabIndex={0}
      aria-label={document.label}
      className="h-[26rem] overflow-auto rounded-b-lg bg-sunken md:h-[34rem]"
    >
      {error ? (
        <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />
      ) : url ? (
        <div className="flex min-h-full min-w-full items-center justify-center p-4" style={{ width: `${zoom * 100}%` }}>
          {/* biome-ignore lint/performance/noImgElement: the bytes are in memory already, no optimiser may see them */}
          <img
            src={url}
            alt={document.label}
            className={clsx("h-auto max-w-full", zoom === 1 && "max-h-[24rem] md:max-h-[32rem]", zoom > 1 && "w-full")}
            style={{ transform: `rotate(${quarters * 90}deg)` }}
          />
        </div>
      ) : (
        <div className="p-4">
          <Skeleton className="h-80 w-full rounded-lg" />
        </div>
      )}
    </section>
  );
}

function useObjectUrl(blob: Blob | undefined) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}
