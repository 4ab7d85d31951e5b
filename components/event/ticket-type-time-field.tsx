"use client";

import { useFormContext, useWatch } from "react-hook-form";
import { LagosTimeField, lagosInstant, lagosLocal } from "@/components/entry/lagos-time-field";

type TicketTypeTimeFieldProps = { name: "sales_from" | "sales_until"; label: string; hint: string };

/** A day and a time in Lagos within a form that keeps the instant; nothing typed is none. */
export function TicketTypeTimeField({ name, label, hint }: TicketTypeTimeFieldProps) {
  const { setValue, getFieldState, formState } = useFormContext();
  const instant: string | null = useWatch({ name });
  return (
    <>
      <LagosTimeField
        label={label}
        hint={hint}
        optional
        value={instant ? lagosLocal(instant) : ""}
        onChange={(typed) => setValue(name, lagosInstant(typed), { shouldDirty: true })}
        problem={getFieldState(name, formState).error?.message}
      />
      {/* By its name the form knows that what is wrong with it is shown here. */}
      <input type="hidden" name={name} />
    </>
  );
}
