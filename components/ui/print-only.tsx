import { clsx } from "clsx";

/**
 * Renders text that is only printed. As generated content it is hidden from the browser's search and from screen readers. Times
 * in it may differ between server and browser.
 */
export const PrintOnly = ({ words: text, className }: { words: string; className?: string }) => (
  <p
    suppressHydrationWarning
    data-paper={text}
    className={clsx("hidden print:block print:before:content-[attr(data-paper)]", className)}
  />
);
