"use client";

import { useId } from "react";
import { type RegisterOptions, useFormContext } from "react-hook-form";
import type { FieldProps } from "./field";

/** Returns a field's error, and the ids that link label, hint and error to the control. */
export function useFieldIdsAndError({ name, hint, disabled }: Pick<FieldProps, "name" | "hint" | "disabled">) {
  const { getFieldState, formState } = useFormContext();
  const id = useId();
  const error = getFieldState(name, formState).error?.message;
  const describedBy = [hint !== undefined && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return {
    id,
    error,
    control: {
      id,
      disabled,
      "aria-invalid": error ? true : undefined,
      "aria-describedby": describedBy || undefined,
    },
  };
}

/** Binds a control to the form: value, error and ids. */
export function useField(props: FieldProps, options?: RegisterOptions) {
  const { register } = useFormContext();
  const { id, error, control } = useFieldIdsAndError(props);
  return { id, error, control: { ...register(props.name, options), ...control } };
}
