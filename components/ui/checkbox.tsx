import { clsx } from "clsx";
import { type ComponentProps, useEffect, useId, useRef } from "react";

type CheckboxProps = Omit<ComponentProps<"input">, "type"> & {
  /** True if only some of the represented items are selected. */
  mixed?: boolean;
};

/** Renders a native checkbox. `mixed` shows the checkbox as indeterminate. */
export function Checkbox({ mixed: isMixed = false, className, ref, ...props }: CheckboxProps) {
  const inputRef = useRef<HTMLInputElement>(null);

  // Applies a click made before hydration, once the page is interactive.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once after hydration
  useEffect(() => {
    const { checked } = props;
    if (!inputRef.current || checked === undefined || inputRef.current.checked === checked) return;
    inputRef.current.checked = checked;
    inputRef.current.click();
  }, []);

  return (
    <input
      {...props}
      type="checkbox"
      ref={(element) => {
        inputRef.current = element;
        if (element) element.indeterminate = isMixed;
        // Passes the element to react-hook-form's ref, which sets the initial value.
        if (typeof ref === "function") ref(element);
        else if (ref) ref.current = element;
      }}
      className={clsx("size-4 shrink-0", className)}
    />
  );
}

/** Renders a menu line: a checkbox with its label. `inset` indents the line below its parent's. */
export function CheckboxRow({
  label,
  inset: isInset = false,
  ...props
}: CheckboxProps & { label: string; inset?: boolean }) {
  const id = useId();
  return (
    <label htmlFor={id} className={clsx(OPTION_ROW_CLASS, isInset && "pl-8")}>
      <Checkbox {...props} id={id} />
      {label}
    </label>
  );
}

/** CSS classes of a line in a menu of choices. */
export const OPTION_ROW_CLASS =
  "flex min-h-9 items-center gap-2.5 rounded-md px-2.5 py-1 text-base font-medium hover:bg-sunken";
