import type { ReactNode } from "react";

export type FieldProps = {
  /** Key of the field's value in the form and in the contract. */
  name: string;
  label: string;
  /** One sentence between label and input. */
  hint?: ReactNode;
  optional?: boolean;
  disabled?: boolean;
};

type FieldFrameProps = Pick<FieldProps, "label" | "hint" | "optional"> & {
  id: string;
  error?: string;
  /** Content at the right of the label. */
  aside?: ReactNode;
  children: ReactNode;
};

/** Renders label, hint, control and error, in that order. */
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
