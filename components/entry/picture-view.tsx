"use client";

import { useQuery } from "@tanstack/react-query";
import { useObjectUrl } from "@/components/common/document/object-url";
import type { EntryKind } from "@/lib/contract/entries.values";
import { imageQuery } from "@/lib/queries/entries";

/** Wide enough for the editor's column. */
export const PICTURE_WIDTH = 960;

type PictureViewProps = {
  kind: EntryKind;
  imageId: string;
  alt: string;
  /** A small one to show in the meantime. */
  placeholder?: string;
  className?: string;
};

/** A picture of a draft. Its bytes come with the admin's session, so no address of it stands in the page. */
export function PictureView({ kind, imageId, ...shown }: PictureViewProps) {
  return <Picture query={useQuery(imageQuery(kind, imageId, PICTURE_WIDTH))} {...shown} />;
}

type PictureProps = Omit<PictureViewProps, "kind" | "imageId"> & {
  query: { data: Blob | undefined; error: Error | null };
};

/** Its bytes once they are there, the small one until then, or why there are none. */
export function Picture({ query: { data, error }, alt, placeholder, className }: PictureProps) {
  const src = useObjectUrl(data) ?? placeholder;
  if (!src)
    return (
      <p className="flex h-48 items-center justify-center rounded-md bg-sunken px-4 text-muted text-sm">
        {error ? `The picture can't be shown: ${error.message}` : "Loading the picture…"}
      </p>
    );
  return (
    // biome-ignore lint/performance/noImgElement: the bytes are in memory already, no optimiser may see them
    <img src={src} alt={alt} className={className ?? "max-h-72 w-full rounded-md bg-sunken object-contain"} />
  );
}
