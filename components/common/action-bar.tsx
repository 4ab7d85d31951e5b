import type { ReactNode } from "react";

/** What can be done with the whole page, in view at its foot wherever it is scrolled to. */
export function ActionBar({ label = "Actions", children }: { label?: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="sticky bottom-0 z-10 -mx-4 mt-5 -mb-6 border-t border-border bg-surface px-4 py-3 md:-mx-8 md:px-8"
    >
      {children}
    </section>
  );
}
