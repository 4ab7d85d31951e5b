"use client";

import { useSyncExternalStore } from "react";

const QUERY = "(max-width: 47.99rem)";

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(QUERY);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}

/** Whether the window is as narrow as a phone; null on the server, which can't know: both are in the first HTML then. */
export const useIsPhone = (): boolean | null =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(QUERY).matches,
    () => null,
  );
