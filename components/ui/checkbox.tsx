import { clsx } from "clsx";
import { type ComponentProps, useEffect, useId, useRef } from "react";

type CheckboxProps = Omit<ComponentProps<"input">, "type"> & {
  /** Some of what it stands for is chosen. */
  mixed?: boolean;
};

export function Checkbox({ mixed = false, className, ref, ...props }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);

  // Ticked before the page was ready, on a slow line: it counts all the same.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page gets ready
  useEffect(() => {
    const { checked } = props;
    if (!box.current || checked === undefined || box.current.checked === checked) return;
    box.current.checked = checked;
    box.current.click();
  }, []);

  return (
    <input
      {...props}
      type="checkbox"
      ref={(element) => {
        box.current = element;
        if (element) element.indeterminate = mixed;
        // A form's own ref sets the tick that it begins with.
        if (typeof ref === "function") ref(element);
        else if (ref) ref.current = element;
      }}
      className={clsx("size-4 shrink-0", className)}
    />
  );
}

/** A checkbox as one line of a menu, label and all; `inset`: it belongs to the one above. */
export function CheckboxRow({ label, inset = false, ...props }: CheckboxProps & { label: string; inset?: boolean }) {
  const id = useId();
  return (
    <label htmlFor={id} className={clsx(optionRow, inset && "pl-8")}>
      <Checkbox {...props} id={id} />
      {label}
    </label>
  );
}

/** One line of a menu of choices. */
export const optionRow =
  "flex min-h-9 items-center gap-2.5 rounded-md px-2.5 py-1 text-base font-medium hover:bg-sunken";
