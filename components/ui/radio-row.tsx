import { clsx } from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";
import { OPTION_ROW_CLASS } from "./checkbox";

type RadioRowProps = Omit<ComponentProps<"input">, "type" | "id" | "onClick" | "className"> & {
  label: ReactNode;
  /** Small text on a second line. */
  note?: ReactNode;
  /** Called on a click, but not when arrow keys change the selection. */
  onClick?: () => void;
};

/** Renders a radio button with its label as a line of a menu. */
export function RadioRow({ label, note, onClick, ...props }: RadioRowProps) {
  const id = useId();
  return (
    <label htmlFor={id} className={OPTION_ROW_CLASS}>
      <input
        {...props}
        id={id}
        type="radio"
        onClick={(event) => event.detail > 0 && onClick?.()}
        className="size-4 shrink-0 accent-primary"
      />
      {note === undefined ? (
        label
      ) : (
        <span className="min-w-0">
          <span className={clsx("block truncate", props.disabled && "text-muted")}>{label}</span>
          <span className="block truncate text-muted text-xs">{note}</span>
        </span>
      )}
    </label>
  );
}
