"use client";

import type { ReactNode } from "react";
import { ServerErrorPage } from "@/components/common/form/server-error";
import { CLICK_HANDLED_EVENT } from "@/lib/client/workarounds/replay-clicks";

/**
 * Renders the root element. Signals each click that React receives, so that `replayClicksBeforeHydration` stops repeating the
 * click.
 */
export function AppRoot({ children }: { children: ReactNode }) {
  return (
    <div
      id="app"
      onClickCapture={({ target }) => target.dispatchEvent(new Event(CLICK_HANDLED_EVENT, { bubbles: true }))}
    >
      {children}
    </div>
  );
}

/** Error page of a route. Exported here, because an import in the error.tsx files would add a copy of its code to every page. */
export const RouteErrorPage = ServerErrorPage;
