"use client";

import type { ReactNode } from "react";
import { CLICK_HANDLED } from "@/lib/client/workarounds/replay-clicks";

/** Root element of every screen. Signals each click that React has received; until then `replayClicksBeforeHydration` keeps and repeats it. */
export function AppRoot({ children }: { children: ReactNode }) {
  return (
    <div id="app" onClickCapture={({ target }) => target.dispatchEvent(new Event(CLICK_HANDLED, { bubbles: true }))}>
      {children}
    </div>
  );
}
