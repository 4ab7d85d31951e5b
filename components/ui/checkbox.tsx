import { clsx } from "clsx";
import { type ComponentProps, useEffect, useId, useRef } from "react";

type CheckboxProps = Omit<ComponentProps<"input">, "type"> & {
  /** True if only some of the represented items are selected. */
  mixed?: boolean;
};

export function Checkbox({ mixed = false, className, ref, ...props }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);

  // Applies a click made before hydration, on a slow line.
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
        // Passes the element on to react-hook-form's ref, which sets the initial tick.
        if (typeof ref === "function") ref(element);
        else if (ref) ref.current = element;
      }}
      className={clsx("size-4 shrink-0", className)}
    />
  );
}

/** Renders a checkbox with its label as a line of a menu; `inset` indents it below its parent. */
export function CheckboxRow({ label, inset = false, ...props }: CheckboxProps & { label: string; inset?: boolean }) {
  const id = useId();
  return (
    <label htmlFor={id} className={clsx(optionRow, inset && "pl-8")}>
      <Checkbox {...props} id={id} />
      {label}
    </label>
  );
}

/** CSS classes of a line in a menu of choices. */
export const optionRow =
  "flex min-h-9 items-center gap-2.5 rounded-md px-2.5 py-1 text-base font-medium hover:bg-sunken";
