import type { ReactNode } from "react";

/** Renders the name of a key in a keyboard shortcut. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-border bg-sunken px-1 font-sans text-xs font-semibold text-muted">
      {children}
    </kbd>
  );
}
