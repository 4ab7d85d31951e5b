"use client";

import { PasswordField, TextField } from "@/components/common/fields";
import { Form, SubmitButton } from "@/components/common/form";
import { api } from "@/lib/client/api";
import { StepHeading } from "./step-heading";

/** A password that was right, waiting for its code. */
export type Challenge = { email: string; reference: string; expires_at: string };

export function CredentialsStep({ onDone }: { onDone: (challenge: Challenge) => void }) {
  return (
    <>
      <StepHeading title="Sign in">Use the account you were invited with.</StepHeading>
      <Form
        schema={async () => (await import("@/lib/contract/auth")).credentials}
        onSubmit={async (input) => onDone({ email: input.email, ...(await api.auth.login(input)) })}
      >
        <TextField name="email" label="Email" type="email" autoComplete="username" spellCheck={false} />
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        <SubmitButton size="lg" className="mt-2 w-full">
          Continue
        </SubmitButton>
      </Form>
    </>
  );
}
