import { clsx } from "clsx";

/**
 * Renders text that appears only in print. It is CSS generated content: page search and screen readers ignore it. Hydration does
 * too, so times in it may differ between server and browser.
 */
export const PrintOnly = ({ words: text, className }: { words: string; className?: string }) => (
  <p
    suppressHydrationWarning
    data-paper={text}
    className={clsx("hidden print:block print:before:content-[attr(data-paper)]", className)}
  />
);
