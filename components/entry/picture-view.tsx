"use client";

import { useQuery } from "@tanstack/react-query";
import { useObjectUrl } from "@/components/common/object-url";
import type { EntryKind } from "@/lib/contract/entries.values";
import { imageQuery } from "@/lib/queries/entries";

/** Wide enough for the editor's column. */
const WIDTH = 960;

type PictureViewProps = {
  kind: EntryKind;
  imageId: string;
  alt: string;
  /** A small one to show meanwhile. */
  placeholder?: string;
  className?: string;
};

/** A picture of a draft. Its bytes come with the admin's session, so no address of it stands in the page. */
export function PictureView({ kind, imageId, alt, placeholder, className }: PictureViewProps) {
  const { data, error } = useQuery(imageQuery(kind, imageId, WIDTH));
  const url = useObjectUrl(data);
  const src = url ?? placeholder;
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
