import { clsx } from "clsx";

/**
 * Renders text that is only printed. It is CSS generated content, which page search and screen readers ignore. Times in
 * it may differ between server and browser.
 */
export const PrintOnly = ({ words: text, className }: { words: string; className?: string }) => (
  <p
    suppressHydrationWarning
    data-paper={text}
    className={clsx("hidden print:block print:before:content-[attr(data-paper)]", className)}
  />
);
