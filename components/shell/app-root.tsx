"use client";

import type { ReactNode } from "react";
import { HEARD } from "@/lib/client/early-press";

/** Around every screen. Says which presses have arrived; before that, `keepEarlyPress` keeps them. */
export function AppRoot({ children }: { children: ReactNode }) {
  return (
    <div id="app" onClickCapture={() => window.dispatchEvent(new Event(HEARD))}>
      {children}
    </div>
  );
}
