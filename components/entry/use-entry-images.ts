"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useEffect, useReducer, useRef, useState } from "react";
import type { UploadedImage } from "@/lib/contract/entries";
import type { EntryKind } from "@/lib/contract/entries.values";
import type { Draft } from "@/lib/contract/entries-drafts";
import { imageQuery, imagesQuery, uploadImage } from "@/lib/queries/entries";
import { imageIdsOf } from "./entry-draft";

/** Maximum number of ids in one request. */
export const MAX_IMAGES = 60;
/** Approximate width in pixels at which a text is shown. */
export const TEXT_WIDTH = 960;

/** Pictures of a draft, with a function to upload one more. */
export type EntryImages = {
  /** Kind from which `ImageField` loads the bytes; null if its `children` show the picture. */
  kind: EntryKind | null;
  /** @param onProgress called with 0 to 1 */
  upload: (file: File, onProgress: (share: number) => void, signal: AbortSignal) => Promise<UploadedImage>;
  known: (imageId: string) => UploadedImage | undefined;
  /** Returns a URL of the picture: a thumbnail as a data URI until the bytes are loaded. */
  urlOf: (imageId: string) => string | undefined;
};

export function useEntryImages(kind: EntryKind, draft: Draft): EntryImages {
  const { data } = useQuery(imagesQuery(kind, imageIdsOf(draft).slice(0, MAX_IMAGES)));
  const inTexts = imageIdsOf(draft.texts).slice(0, MAX_IMAGES);
  const large = useQueries({ queries: inTexts.map((imageId) => imageQuery(kind, imageId, TEXT_WIDTH)) });
  const images = useKnownImages({
    stored: data?.items,
    bytesOf: (imageId) => large[inTexts.indexOf(imageId)]?.data,
    upload: (...picture) => uploadImage(kind, ...picture),
  });
  return { kind, ...images };
}

type KnownImages = Pick<EntryImages, "upload"> & {
  /** Pictures listed by the server; undefined while loading. */
  stored: readonly UploadedImage[] | undefined;
  /** Returns the bytes of the large picture, once loaded. */
  bytesOf: (imageId: string) => Blob | undefined;
};

/** Looks up the pictures of a form, including new uploads. */
export function useKnownImages({ stored = [], bytesOf, upload }: KnownImages): Omit<EntryImages, "kind"> {
  // Shows new uploads before the list is refetched.
  const [sent, setSent] = useState<readonly UploadedImage[]>([]);
  const addressOf = useAddresses();
  const known = (imageId: string) => [...sent, ...stored].find(({ id }) => id === imageId);
  return {
    known,
    urlOf: (imageId) => addressOf(bytesOf(imageId)) ?? known(imageId)?.thumbnail,
    upload: async (...picture) => {
      const image = await upload(...picture);
      setSent((all) => [...all, image]);
      return image;
    },
  };
}

/** Returns object URLs of blobs, each stable while the editor is mounted. */
function useAddresses(): (bytes: Blob | undefined) => string | undefined {
  const made = useRef(new Map<Blob, string>());
  const [, look] = useReducer((looks: number) => looks + 1, 0);
  useEffect(() => {
    const addresses = made.current;
    look();
    return () => {
      for (const address of addresses.values()) URL.revokeObjectURL(address);
      addresses.clear();
    };
  }, []);
  return (bytes) => {
    if (!bytes) return undefined;
    const address = made.current.get(bytes) ?? URL.createObjectURL(bytes);
    made.current.set(bytes, address);
    return address;
  };
}
