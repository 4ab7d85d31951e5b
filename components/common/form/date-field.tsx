"use client";

import { useController } from "react-hook-form";
import type { DateLimits } from "@/lib/client/parse-date";
import { lagosDay } from "@/lib/format";
import { DateInput } from "./date-box";
import type { FieldProps } from "./field";

/** Renders a form field for a day. The value is `2026-11-27`, or "" for none. */
export function DateField({ name, ...props }: FieldProps & DateLimits) {
  const { field, fieldState } = useController<Record<string, string | null>>({ name });
  const { ref, value, onChange, onBlur } = field;
  return (
    <DateInput
      {...props}
      name={name}
      ref={ref}
      value={value ?? ""}
      onChange={onChange}
      onBlur={onBlur}
      problem={fieldState.error?.message}
    />
  );
}

/** Renders the `date_of_birth` field. Its limits match the contract's `personFields`. */
export const BirthDateField = () => (
  <DateField name="date_of_birth" label="Date of birth" min="1900-01-01" max={lagosDay(Date.now())} />
);
