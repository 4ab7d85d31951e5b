"use client";

import type { ReactNode } from "react";
import { ServerError } from "@/components/common/form/server-error";
import { CLICK_HANDLED } from "@/lib/client/workarounds/replay-clicks";

/**
 * Renders the root element of every screen. Signals each click that React receives, so that `replayClicksBeforeHydration` repeats only
 * earlier clicks.
 */
export function AppRoot({ children }: { children: ReactNode }) {
  return (
    <div id="app" onClickCapture={({ target }) => target.dispatchEvent(new Event(CLICK_HANDLED, { bubbles: true }))}>
      {children}
    </div>
  );
}

/**
 * Page for errors of a route. Exported here, because its code then loads once with the root layout. Otherwise, Next.js would bundle it with
 * every page.
 */
export const RouteErrorPage = ServerError;
