import type { ComponentProps } from "react";
import { type ButtonLook, buttonLook } from "./button-look";
import { HoverLink } from "./hover-link";

/** Renders a link with the style of a button. */
export function ButtonLink({ variant, size, className, ...props }: ComponentProps<typeof HoverLink> & ButtonLook) {
  return <HoverLink {...props} className={buttonLook({ variant, size }, className)} />;
}
