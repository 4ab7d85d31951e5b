import { clsx } from "clsx";
import { type ComponentProps, useId } from "react";

type CheckboxProps = Omit<ComponentProps<"input">, "type"> & {
  /** Some of what it stands for is chosen. */
  mixed?: boolean;
};

export function Checkbox({ mixed = false, className, ref, ...props }: CheckboxProps) {
  return (
    <input
      {...props}
      type="checkbox"
      ref={(element) => {
        if (element) element.indeterminate = mixed;
        // A form's own ref sets the tick that it begins with.
        if (typeof ref === "function") ref(element);
        else if (ref) ref.current = element;
      }}
      className={clsx("size-4 shrink-0", className)}
    />
  );
}

/** A checkbox as one line of a menu, label and all. */
export function CheckboxRow({ label, ...props }: CheckboxProps & { label: string }) {
  const id = useId();
  return (
    <label htmlFor={id} className={optionRow}>
      <Checkbox {...props} id={id} />
      {label}
    </label>
  );
}

/** One line of a menu of choices. */
export const optionRow =
  "flex min-h-9 items-center gap-2.5 rounded-md px-2.5 py-1 text-base font-medium hover:bg-sunken";
