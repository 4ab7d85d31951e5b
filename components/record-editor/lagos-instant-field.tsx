"use client";

import { useController } from "react-hook-form";
import { DateInput } from "@/components/common/form/date-box";
import { formatInstantOrKeepText, parseInstantOrKeepText } from "@/lib/client/parse-date";

type LagosInstantFieldProps = { name: string; label: string; hint?: string; optional?: boolean };

/** Renders a form field for a day and time in Lagos. The form's value is a UTC timestamp, or null if empty. */
export function LagosDateTimeField({ name, ...texts }: LagosInstantFieldProps) {
  const { field, fieldState } = useController<Record<string, string | null>>({ name });
  return (
    <DateInput
      {...texts}
      name={name}
      ref={field.ref}
      withTime
      value={formatInstantOrKeepText(field.value)}
      onChange={(text) => field.onChange(parseInstantOrKeepText(text))}
      onBlur={field.onBlur}
      problem={fieldState.error?.message}
      className="max-w-64"
    />
  );
}
