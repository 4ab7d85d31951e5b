"use client";

import { useState, useSyncExternalStore } from "react";

const subscribeNever = () => () => {};
const returnTrue = () => true;
const returnFalse = () => false;

/** Returns false on the server and until hydration, when input and clicks would be lost. */
export const useIsHydrated = () => useSyncExternalStore(subscribeNever, returnTrue, returnFalse);

/**
 * Returns true if the component is first rendered in the browser, false if its HTML comes from the server. The value never changes, because
 * an update after hydration would make React discard the HTML of Suspense boundaries that are not hydrated yet.
 */
export function useIsFirstRenderedInBrowser(): boolean {
  const [snapshots] = useState(() => {
    let value: boolean | undefined;
    const settle = (isInBrowser: boolean) => () => {
      value ??= isInBrowser;
      return value;
    };
    return { ofBrowser: settle(true), ofServer: settle(false) };
  });
  return useSyncExternalStore(subscribeNever, snapshots.ofBrowser, snapshots.ofServer);
}
