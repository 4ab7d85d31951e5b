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

/**
 * Renders the field for a new password: its requirements, and the estimated strength while typing.
 * @param email the person's email, if the form has no email field
 */
export function NewPasswordField({ label, email }: { label: string; email?: string }) {
  const [password, ...owner] = useWatch({ name: ["password", "email", "first_name", "last_name"] }).map((value) =>
    String(value ?? ""),
  );
  const [typedEmail, first_name, last_name] = owner;
  const strength = passwordStrength(password ?? "", { email: email ?? typedEmail, first_name, last_name });
  return (
    <PasswordField
      name="password"
      label={label}
      hint="At least 12 characters. A short sentence is easy to remember and hard to guess."
      autoComplete="new-password"
      aside={<StrengthHint strength={strength} />}
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
