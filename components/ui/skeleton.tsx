import { clsx } from "clsx";
import type { ComponentProps } from "react";

/** Renders a placeholder of the given size while content loads. */
export function Skeleton({ className, ...props }: ComponentProps<"span">) {
  return <span {...props} aria-hidden="true" className={clsx("block animate-pulse rounded-sm bg-sunken", className)} />;
}
