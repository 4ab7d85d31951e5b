"use client";

import type { ReactNode } from "react";
import { ServerError } from "@/components/common/form/server-error";
import { CLICK_HANDLED } from "@/lib/client/workarounds/replay-clicks";

/**
 * Root element of every screen. Signals each click that React receives, so that `replayClicksBeforeHydration` repeats only earlier ones.
 */
export function AppRoot({ children }: { children: ReactNode }) {
  return (
    <div id="app" onClickCapture={({ target }) => target.dispatchEvent(new Event(CLICK_HANDLED, { bubbles: true }))}>
      {children}
    </div>
  );
}

/**
 * The page of route errors. Its code loads with the root layout, once: Next.js bundles each error file with every page, and the error
 * files would contain copies.
 */
export const RouteErrorPage = ServerError;
