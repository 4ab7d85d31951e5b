import { clsx } from "clsx";
import type { HTMLAttributes } from "react";

type FreeTextProps = HTMLAttributes<HTMLElement> & {
  as?: "span" | "p" | "div" | "dd" | "strong";
  /** True preserves line breaks and spaces of the text. */
  lines?: boolean;
};

/**
 * Renders text typed or pasted by a user. Breaks a word longer than its line, such as a link, also where its box would otherwise
 * grow: in a flex row, a grid or a table.
 */
export const FreeText = ({ as: Tag = "span", lines = false, className, ...props }: FreeTextProps) => (
  <Tag {...props} className={clsx("min-w-0 wrap-anywhere", lines && "whitespace-pre-wrap", className)} />
);
