import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { CONTROL_CLASS } from "./input";

/** Option of a select: the sent value and the shown label. */
export type SelectOption = { value: string; label: string };

type SelectProps = Omit<ComponentProps<"select">, "children" | "size"> & {
  options: readonly SelectOption[];
  /** Text shown while nothing is selected. */
  placeholder?: string;
  dense?: boolean;
};

/** Renders a native select, for standard keyboard, touch and screen reader behaviour. */
export function Select({ options, placeholder, dense: isDense = false, className, ...props }: SelectProps) {
  return (
    <span className={clsx("relative inline-flex", className)}>
      <select
        {...props}
        className={clsx(CONTROL_CLASS, "appearance-none truncate pr-8 pl-3", isDense ? "h-9 md:text-sm" : "h-10")}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-muted"
        aria-hidden="true"
      />
    </span>
  );
}
