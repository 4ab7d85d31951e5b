"use client";

import { type ReactNode, useId } from "react";
import { type RegisterOptions, useFormContext } from "react-hook-form";

/** What every field takes. */
export type FieldProps = {
  /** Key of the value, as the contract names it. */
  name: string;
  label: string;
  /** One sentence below the label. */
  hint?: ReactNode;
  optional?: boolean;
  disabled?: boolean;
};

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

type FieldFrameProps = Pick<FieldProps, "label" | "hint" | "optional"> & {
  id: string;
  error?: string;
  /** At the right of the label. */
  aside?: ReactNode;
  children: ReactNode;
};

/** Label, hint, control and error, in that order. */
export function FieldFrame({ id, label, hint, optional, error, aside, children }: FieldFrameProps) {
  return (
    <div className="space-y-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
          {optional && <span className="font-normal text-muted"> (optional)</span>}
        </label>
        {aside}
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {children}
      <FieldError id={id} error={error} />
    </div>
  );
}

export function FieldError({ id, error }: { id: string; error?: string }) {
  return (
    error && (
      <p id={`${id}-error`} className="text-sm font-medium text-danger">
        {error}
      </p>
    )
  );
}
