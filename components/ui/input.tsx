import { clsx } from "clsx";
import type { ComponentProps } from "react";

/** CSS classes of form controls. Text is 16 px on a phone, because Safari zooms into fields with smaller text. */
export const CONTROL_CLASS =
  "w-full min-w-0 rounded-md border border-control bg-surface text-foreground transition-colors hover:border-foreground/60 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted aria-invalid:border-danger max-md:text-lg text-base";

/** Renders a text input with the style of form controls. */
export function Input({ className, ...props }: ComponentProps<"input">) {
  return <input {...props} className={clsx(CONTROL_CLASS, "h-10 px-3 read-only:bg-sunken", className)} />;
}

/** Renders a multi-line text input with the style of form controls. */
export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return <textarea {...props} className={clsx(CONTROL_CLASS, "min-h-24 px-3 py-2 read-only:bg-sunken", className)} />;
}
