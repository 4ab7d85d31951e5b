"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useEffect, useReducer, useRef, useState } from "react";
import type { UploadedImage } from "@/lib/contract/entries";
import type { EntryKind } from "@/lib/contract/entries.values";
import type { Draft } from "@/lib/contract/entries-drafts";
import { imageQuery, imagesQuery, uploadImage } from "@/lib/queries/entries";
import { imageIdsOf } from "./entry-draft";

/** At most so many are asked for in one call. */
export const MOST_IMAGES = 60;
/** A text is shown about as wide as this. */
export const TEXT_WIDTH = 960;

/** The pictures of a draft: what is known of each, and the way to send one more. */
export type EntryImages = {
  /** Where `ImageField` reads the bytes; null where its `children` show the picture. */
  kind: EntryKind | null;
  /** @param onProgress 0 to 1 */
  upload: (file: File, onProgress: (share: number) => void, signal: AbortSignal) => Promise<UploadedImage>;
  known: (imageId: string) => UploadedImage | undefined;
  /** An address to show it by: a small one as a data URI until the bytes are there. */
  urlOf: (imageId: string) => string | undefined;
};

export function useEntryImages(kind: EntryKind, draft: Draft): EntryImages {
  const { data } = useQuery(imagesQuery(kind, imageIdsOf(draft).slice(0, MOST_IMAGES)));
  const inTexts = imageIdsOf(draft.texts).slice(0, MOST_IMAGES);
  const large = useQueries({ queries: inTexts.map((imageId) => imageQuery(kind, imageId, TEXT_WIDTH)) });
  const images = useKnownImages({
    stored: data?.items,
    bytesOf: (imageId) => large[inTexts.indexOf(imageId)]?.data,
    upload: (...picture) => uploadImage(kind, ...picture),
  });
  return { kind, ...images };
}

type KnownImages = Pick<EntryImages, "upload"> & {
  /** As the server lists them; undefined while that is under way. */
  stored: readonly UploadedImage[] | undefined;
  /** A large one, once it is there. */
  bytesOf: (imageId: string) => Blob | undefined;
};

/** Pictures that a form holds, those that were sent just now among them. */
export function useKnownImages({ stored = [], bytesOf, upload }: KnownImages): Omit<EntryImages, "kind"> {
  // What was sent just now is shown before the list of pictures is read again.
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

/** Addresses of bytes in memory, each the same while the editor is open. */
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
