"use client";

import { useId } from "react";
import { type RegisterOptions, useFormContext } from "react-hook-form";
import type { FieldProps } from "./field";

/** Binds a control to the form: value, error, and the ids that tie label, hint and error to it. */
export function useField({ name, hint, disabled }: FieldProps, options?: RegisterOptions) {
  const { register, getFieldState, formState } = useFormContext();
  const id = useId();
  const error = getFieldState(name, formState).error?.message;
  const describedBy = [hint !== undefined && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return {
    id,
    error,
    control: {
      ...register(name, options),
      id,
      disabled,
      "aria-invalid": error ? true : undefined,
      "aria-describedby": describedBy || undefined,
    },
  };
}
