import { clsx } from "clsx";
import type { HTMLAttributes } from "react";

type FreeTextProps = HTMLAttributes<HTMLElement> & {
  as?: "span" | "p" | "div" | "dd" | "strong";
  /** True to preserve line breaks and spaces. */
  lines?: boolean;
};

/**
 * Renders text typed or pasted by a user. Breaks a word that is longer than its line, such as a link, even in a flex row, a grid or
 * a table. There the word would otherwise widen its box.
 */
export const FreeText = ({ as: Tag = "span", lines = false, className, ...props }: FreeTextProps) => (
  <Tag {...props} className={clsx("min-w-0 wrap-anywhere", lines && "whitespace-pre-wrap", className)} />
);
