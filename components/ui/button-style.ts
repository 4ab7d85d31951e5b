import { clsx } from "clsx";

const BASE_CLASS =
  "inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-semibold whitespace-nowrap transition-colors select-none disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0 print:hidden";

const VARIANT_CLASSES = {
  primary: "bg-primary text-on-primary hover:bg-primary-hover",
  secondary: "border border-border bg-surface text-foreground shadow-card hover:bg-sunken",
  ghost: "text-foreground hover:bg-sunken",
  danger: "bg-danger-fill text-white hover:bg-danger-fill-hover",
  link: "text-primary underline-offset-4 hover:underline",
};

const SIZE_CLASSES = {
  sm: "h-8 px-2.5 text-sm",
  md: "h-9 px-3.5 text-sm",
  lg: "h-11 px-5 text-base",
  icon: "size-9",
  "icon-sm": "size-8",
};

/** Colour and size of a button. */
export type ButtonStyle = { variant?: keyof typeof VARIANT_CLASSES; size?: keyof typeof SIZE_CLASSES };

/** CSS classes of a button, for a link or label. */
export const buttonClasses = ({ variant = "secondary", size = "md" }: ButtonStyle, className?: string) =>
  clsx(BASE_CLASS, VARIANT_CLASSES[variant], SIZE_CLASSES[size], className);
