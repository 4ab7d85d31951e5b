import type { ReactNode } from "react";

/** Keeps the actions of a page visible at the bottom while it scrolls. */
export function ActionBar({ label = "Actions", children }: { label?: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="sticky bottom-0 z-10 -mx-4 mt-5 -mb-6 border-t border-border bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:-mx-8 md:px-8 print:hidden"
    >
      {children}
    </section>
  );
}
