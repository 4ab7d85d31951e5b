import type { ComponentProps } from "react";
import { type ButtonStyle, buttonClasses } from "./button-style";
import { Spinner } from "./spinner";

/** Props of `Button`. */
export type ButtonProps = ComponentProps<"button"> &
  ButtonStyle & {
    /** True while an action runs: the button keeps its focus and ignores clicks. */
    busy?: boolean;
  };

/** Renders a button, with a spinner while `busy`. */
export function Button({ variant, size, busy = false, className, children, onClick, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      aria-disabled={busy || props["aria-disabled"]}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={buttonClasses({ variant, size }, className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}
