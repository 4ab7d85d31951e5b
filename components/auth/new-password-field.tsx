"use client";

import { clsx } from "clsx";
import { useWatch } from "react-hook-form";
import { PasswordField } from "@/components/common/form/fields";
import { type PasswordStrength, passwordStrength } from "./password-strength";

const STRENGTH_LABELS: Record<PasswordStrength, { word: string; look: string }> = {
  0: { word: "", look: "" },
  1: { word: "Weak", look: "bg-danger" },
  2: { word: "Fair", look: "bg-warning" },
  3: { word: "Good", look: "bg-success" },
  4: { word: "Strong", look: "bg-success" },
};

/** Renders the field for a new password: its requirements, and the estimated strength while typing. */
export function NewPasswordField({ label }: { label: string }) {
  const password = String(useWatch({ name: "password" }) ?? "");
  return (
    <PasswordField
      name="password"
      label={label}
      hint="At least 12 characters. A short sentence is easy to remember and hard to guess."
      autoComplete="new-password"
      aside={<StrengthHint strength={passwordStrength(password)} />}
    />
  );
}

function StrengthHint({ strength }: { strength: PasswordStrength }) {
  const { word: text, look: classes } = STRENGTH_LABELS[strength];
  return (
    <span role="status" className="flex items-center gap-2 text-xs font-medium text-muted">
      {text && (
        <>
          <span className="flex gap-0.5" aria-hidden="true">
            {[1, 2, 3, 4].map((step) => (
              <span key={step} className={clsx("h-1.5 w-4 rounded-full", step <= strength ? classes : "bg-sunken")} />
            ))}
          </span>
          <span className="sr-only">Strength: </span>
          {text}
        </>
      )}
    </span>
  );
}
