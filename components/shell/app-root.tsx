"use client";

import type { ReactNode } from "react";
import { ServerErrorPage } from "@/components/common/form/server-error";
import { CLICK_HANDLED_EVENT } from "@/lib/client/workarounds/replay-clicks";

/** Renders the root element. Signals each click that React receives, so that `replayClicksBeforeHydration` stops repeating it. */
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

/** Page for errors of a route. Its code loads once with the root layout; error files would add a copy to every page. */
export const RouteErrorPage = ServerErrorPage;
