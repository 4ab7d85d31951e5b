"use client";

import { useState } from "react";

/** Manages the ids selected on screen. Deselects rows that leave the screen, so that no action affects hidden rows. */
export function useRowSelection(visibleIds: readonly string[], initialIds: readonly string[] = []) {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set(initialIds));
  const ids = visibleIds.filter((id) => selectedIds.has(id));
  const state: "all" | "some" | "none" = ids.length === 0 ? "none" : ids.length === visibleIds.length ? "all" : "some";
  return {
    ids,
    state,
    toggle: (id: string, isSelected: boolean) =>
      setSelectedIds((previous) => {
        const otherIds = visibleIds.filter((otherId) => otherId !== id && previous.has(otherId));
        return new Set(isSelected ? [...otherIds, id] : otherIds);
      }),
    toggleAll: (isSelected: boolean) => setSelectedIds(new Set(isSelected ? visibleIds : [])),
    clear: () => setSelectedIds(new Set()),
  };
}
