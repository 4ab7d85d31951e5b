"use client";

import type { ReactNode } from "react";
import { PasswordField, TextField } from "@/components/common/fields";
import { Form, SubmitButton } from "@/components/common/form";
import { api } from "@/lib/client/api";
import { AuthLink } from "./auth-link";
import { StepHeading } from "./step-heading";

/** A password that was right, waiting for its code. */
export type Challenge = { email: string; reference: string; expires_at: string };

/** `children`: what somebody is told who comes from another screen. */
export function CredentialsStep({
  onDone,
  children,
}: {
  onDone: (challenge: Challenge) => void;
  children?: ReactNode;
}) {
  return (
    <>
      <StepHeading title="Sign in">Use the account you were invited with.</StepHeading>
      <Form
        schema={async () => (await import("@/lib/contract/auth")).credentials}
        onSubmit={async (input) => onDone({ email: input.email, ...(await api.auth.login(input)) })}
      >
        {children}
        <TextField name="email" label="Email" type="email" autoComplete="username" spellCheck={false} />
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        <SubmitButton size="lg" className="mt-2 w-full">
          Continue
        </SubmitButton>
      </Form>
      <p className="mt-6 text-sm">
        <AuthLink href="/auth/forgot-password">Forgot password?</AuthLink>
      </p>
    </>
  );
}
