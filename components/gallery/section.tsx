import type { ReactNode } from "react";

type SectionProps = { id: string; title: string; children: ReactNode };

/**
 * Groups examples of components. Tests take a screenshot of each group. Use only CSS classes that the app also uses: globals.css
 * generates none for this folder.
 */
export const GallerySection = ({ id, title, children }: SectionProps) => (
  <section id={id} aria-labelledby={`${id}-title`} className="border-border border-t px-1 py-5">
    <h2 id={`${id}-title`} className="mb-4 font-bold text-lg">
      {title}
    </h2>
    <div className="space-y-5">{children}</div>
  </section>
);

type ExampleProps = { caption: string; children: ReactNode };

/** Renders a component in one state, with a caption. */
export const GalleryExample = ({ caption, children }: ExampleProps) => (
  <div className="min-w-0">
    <p className="mb-1.5 text-muted text-xs">{caption}</p>
    {children}
  </div>
);

/** Places examples side by side, or one below the other on narrow screens. */
export const SideBySide = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-5 md:grid-cols-2">{children}</div>
);
