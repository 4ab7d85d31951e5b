import { clsx } from "clsx";
import type { ComponentProps } from "react";

const TONES = {
  neutral: "bg-sunken text-muted",
  primary: "bg-primary-soft text-primary",
  success: "bg-success-soft text-success",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
  info: "bg-info-soft text-info",
};

/** Colour of a badge by its meaning. */
export type BadgeTone = keyof typeof TONES;

/** Renders a small coloured label, such as a state. */
export function Badge({ tone = "neutral", className, ...props }: ComponentProps<"span"> & { tone?: BadgeTone }) {
  return (
    <span
      {...props}
      className={clsx(
        "inline-flex items-center gap-1.5 rounded-full px-2 py-0.5 text-xs font-semibold whitespace-nowrap [&_svg]:size-3",
        TONES[tone],
        className,
      )}
    />
  );
}
