import type { ReactNode } from "react";

type SectionProps = { id: string; title: string; children: ReactNode };

/** One group of components; the tests take a picture of each. Only classes that the product has work here (globals.css). */
export const Section = ({ id, title, children }: SectionProps) => (
  <section id={id} aria-labelledby={`${id}-title`} className="border-border border-t px-1 py-5">
    <h2 id={`${id}-title`} className="mb-4 font-bold text-lg">
      {title}
    </h2>
    <div className="space-y-5">{children}</div>
  </section>
);

type SpecimenProps = { says: string; children: ReactNode };

/** A component in one state, under a line that says which. */
export const Specimen = ({ says, children }: SpecimenProps) => (
  <div className="min-w-0">
    <p className="mb-1.5 text-muted text-xs">{says}</p>
    {children}
  </div>
);

/** Specimens beside each other, below each other where there is no room. */
export const Beside = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-5 md:grid-cols-2">{children}</div>
);
