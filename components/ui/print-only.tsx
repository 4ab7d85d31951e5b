import { clsx } from "clsx";

/**
 * Renders text that appears only in print. The text is CSS generated content: page search, screen readers and hydration ignore it,
 * so times in the text may differ between server and browser.
 */
export const PrintOnly = ({ words: text, className }: { words: string; className?: string }) => (
  <p
    suppressHydrationWarning
    data-paper={text}
    className={clsx("hidden print:block print:before:content-[attr(data-paper)]", className)}
  />
);
