"use client";

import { Search } from "lucide-react";
import { Kbd } from "@/components/ui/kbd";

/** Renders a button that looks like a search box and opens the command palette. */
export function CommandPaletteButton({ onOpen, onNear: onPreload }: { onOpen: () => void; onNear: () => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onOpen}
      onPointerEnter={onPreload}
      onFocus={onPreload}
      className="flex h-11 min-w-0 items-center gap-3 rounded-lg border border-border bg-background px-3.5 text-muted transition-colors hover:border-control sm:w-full sm:max-w-md"
    >
      <Search className="size-4.5 shrink-0" aria-hidden="true" />
      <span className="flex-1 truncate text-left max-sm:sr-only">Search anything...</span>
      <span className="flex gap-1 max-sm:hidden" aria-hidden="true">
        <Kbd>Ctrl</Kbd>
        <Kbd>K</Kbd>
      </span>
    </button>
  );
}
