import { clsx } from "clsx";
import type { ComponentProps } from "react";

/** Stands where something will be, at its size. */
export function Skeleton({ className, ...props }: ComponentProps<"span">) {
  return <span {...props} aria-hidden="true" className={clsx("block animate-pulse rounded-sm bg-sunken", className)} />;
}
