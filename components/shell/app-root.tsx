"use client";

import type { ReactNode } from "react";
import { HEARD } from "@/lib/client/early-press";

/** Around every screen. Says of each press that it has arrived; until then `keepEarlyPress` keeps it. */
export function AppRoot({ children }: { children: ReactNode }) {
  return (
    <div id="app" onClickCapture={({ target }) => target.dispatchEvent(new Event(HEARD, { bubbles: true }))}>
      {children}
    </div>
  );
}
