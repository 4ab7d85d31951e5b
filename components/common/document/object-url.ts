"use client";

import { useEffect, useReducer } from "react";

type Held = { url: string; holders: number };

/** Bytes in memory that have an address, each one address for all who show them. */
const held = new Map<Blob, Held>();
/** Anyone who shows the same bytes next, such as the record that was loaded ahead, finds the address still there. */
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

/** The address of bytes in memory, for as long as a component shows them; never that of the bytes before. */
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
