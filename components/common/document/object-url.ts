"use client";

import { useEffect, useReducer } from "react";

type Held = { url: string; holders: number };

/** Object URLs of blobs, shared by all components that show the same blob. */
const held = new Map<Blob, Held>();
/** Keeps an object URL a little longer, so that the next component with the same blob, such as a preloaded record, reuses it. */
const LINGER_MS = 1_000;

function hold(blob: Blob): () => void {
  const entry = held.get(blob) ?? { url: URL.createObjectURL(blob), holders: 0 };
  held.set(blob, entry);
  entry.holders++;
  return () => {
    setTimeout(() => {
      if (--entry.holders > 0) return;
      held.delete(blob);
      URL.revokeObjectURL(entry.url);
    }, LINGER_MS);
  };
}

/** Returns an object URL for the blob while the component is mounted; never that of a previous blob. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [, look] = useReducer((looks: number) => looks + 1, 0);
  useEffect(() => {
    if (!blob) return;
    const release = hold(blob);
    look();
    return release;
  }, [blob]);
  return blob && held.get(blob)?.url;
}
