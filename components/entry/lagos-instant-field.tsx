"use client";

import { useController } from "react-hook-form";
import { LagosTimeField, lagosInstant, lagosLocal } from "./lagos-time-field";

type LagosInstantFieldProps = { name: string; label: string; hint?: string; optional?: boolean };

/** A day and a time in Lagos within a form, which holds the instant; nothing typed is null. */
export function LagosInstantField({ name, ...words }: LagosInstantFieldProps) {
  const { field, fieldState } = useController<Record<string, string | null>>({ name });
  return (
    <>
      <LagosTimeField
        {...words}
        value={field.value ? lagosLocal(field.value) : ""}
        onChange={(local) => field.onChange(lagosInstant(local))}
        problem={fieldState.error?.message}
      />
      {/* By its name the form knows that what is wrong with it is shown here. */}
      <input type="hidden" name={name} />
    </>
  );
}
