import { clsx } from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";
import { optionRow } from "./checkbox";

type RadioRowProps = Omit<ComponentProps<"input">, "type" | "id" | "onClick" | "className"> & {
  label: ReactNode;
  /** Small, on a second line. */
  note?: ReactNode;
  /** Arrow keys move through the choices; a click is final. */
  onClick?: () => void;
};

/** One of several choices as a line of a menu, label and all. */
export function RadioRow({ label, note, onClick, ...props }: RadioRowProps) {
  const id = useId();
  return (
    <label htmlFor={id} className={optionRow}>
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
