"use client";

import { useId } from "react";
import { FieldFrame } from "@/components/common/form/field";
import { Input } from "@/components/ui/input";

const LAGOS_MS = 3_600_000;

/** `2026-12-03T08:00` of a clock in Lagos → the instant; null for what is no time. */
export function lagosInstant(local: string): string | null {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) ? Date.parse(`${local}:00+01:00`) : Number.NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** An instant → `2026-12-03T08:00` of a clock in Lagos. */
export const lagosLocal = (instant: string | number): string =>
  new Date(new Date(instant).getTime() + LAGOS_MS).toISOString().slice(0, 16);

type LagosTimeFieldProps = {
  label: string;
  hint?: string;
  optional?: boolean;
  /** `2026-12-03T08:00`, Lagos, whatever clock the browser has. */
  value: string;
  onChange: (local: string) => void;
  problem?: string;
};

/** A day and a time in Lagos. */
export function LagosTimeField({ label, hint, optional, value, onChange, problem }: LagosTimeFieldProps) {
  const id = useId();
  const describedBy = [hint !== undefined && `${id}-hint`, problem && `${id}-error`].filter(Boolean).join(" ");
  return (
    <FieldFrame id={id} label={label} hint={hint} optional={optional} error={problem}>
      <Input
        id={id}
        type="datetime-local"
        value={value}
        aria-invalid={problem ? true : undefined}
        aria-describedby={describedBy || undefined}
        onChange={(event) => onChange(event.target.value)}
        className="max-w-64"
      />
    </FieldFrame>
  );
}
