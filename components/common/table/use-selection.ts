"use client";

import { useState } from "react";

/** Returns the ids selected on screen. Rows that leave the screen are deselected, so that no action affects hidden rows. */
export function useSelection(onScreen: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ids = onScreen.filter((id) => chosen.has(id));
  const state: "all" | "some" | "none" = ids.length === 0 ? "none" : ids.length === onScreen.length ? "all" : "some";
  return {
    ids,
    state,
    toggle: (id: string, on: boolean) =>
      setChosen((before) => {
        const others = onScreen.filter((other) => other !== id && before.has(other));
        return new Set(on ? [...others, id] : others);
      }),
    toggleAll: (on: boolean) => setChosen(new Set(on ? onScreen : [])),
    clear: () => setChosen(new Set()),
  };
}
