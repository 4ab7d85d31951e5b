import type { ComponentProps } from "react";
import { type ButtonStyle, buttonClasses } from "./button-style";
import { HoverLink } from "./hover-link";

/** Renders a link that looks like a button. */
export function ButtonLink({ variant, size, className, ...props }: ComponentProps<typeof HoverLink> & ButtonStyle) {
  return <HoverLink {...props} className={buttonClasses({ variant, size }, className)} />;
}
