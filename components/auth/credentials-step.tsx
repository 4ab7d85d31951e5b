"use client";

import { type ReactNode, useState } from "react";
import { useWatch } from "react-hook-form";
import { PasswordField, TextField } from "@/components/common/form/fields";
import { Form, SubmitButton } from "@/components/common/form/form";
import { Button } from "@/components/ui/button";
import { ApiError } from "@/lib/client/api-error";
import { authApi } from "@/lib/client/auth-api";
import { useTimeLeft } from "@/lib/client/countdown";
import type { ProofMethod } from "@/lib/contract/account.values";
import { AuthLink } from "./auth-link";
import { StepHeading } from "./step-heading";

/** A password that was right, waiting for its code. */
export type Challenge = {
  email: string;
  reference: string;
  expires_at: string;
  /** What the second step takes beside the mailed code; unknown while a wait holds. */
  methods?: readonly ProofMethod[];
  /** When the code left, in ms. */
  sent_at: number;
  /** A wait held: nobody may be told whether the password was right, and so whether a code left. */
  isUnsure?: boolean;
  /** Five codes were wrong: only a new one goes on. */
  isSpent?: boolean;
};

/** A wait for one email, from a moment until another, in ms. */
type Held = { email: string; at: number; until: number; error: ApiError };

/** `children`: what somebody is told who comes from another screen; `onBegin`: they begin to fill it in. */
export function CredentialsStep({
  onBegin,
  onDone,
  children,
}: {
  onBegin: () => void;
  onDone: (challenge: Challenge) => void;
  children?: ReactNode;
}) {
  const [held, setHeld] = useState<Held | null>(null);

  const send = async (input: { email: string; password: string }) => {
    // Enter, while the button waits: nothing is asked, and the message stays.
    if (held && held.email === input.email && Date.now() < held.until) throw stillWaiting(held);
    setHeld(null);
    try {
      onDone({ email: input.email, ...(await authApi.login(input)), sent_at: Date.now() });
    } catch (error) {
      if (error instanceof ApiError && error.retryAfter && error.status < 500)
        setHeld({ email: input.email, at: Date.now(), until: Date.now() + error.retryAfter * 1_000, error });
      throw error;
    }
  };

  const loadSchema = async () => {
    onBegin();
    return (await import("@/lib/contract/auth")).credentials;
  };

  return (
    <>
      <StepHeading title="Sign in">Use the account you were invited with.</StepHeading>
      <Form schema={loadSchema} onSubmit={send}>
        {held ? <EnterCode held={held} onDone={onDone} /> : children}
        <TextField name="email" label="Email" type="email" autoComplete="username" spellCheck={false} />
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        <ContinueButton held={held} />
      </Form>
      <p className="mt-6 text-sm">
        <AuthLink href="/auth/forgot-password">Forgot password?</AuthLink>
      </p>
    </>
  );
}

/** While others' wrong passwords make this email wait: the way on for anyone who reads its mailbox. */
function EnterCode({ held, onDone }: { held: Held; onDone: (challenge: Challenge) => void }) {
  const { email, error } = held;
  const { signIn } = error;
  if (!signIn) return null;
  return (
    <Button className="w-full" onClick={() => onDone({ email, ...signIn, sent_at: held.at, isUnsure: true })}>
      Enter the code from the mail
    </Button>
  );
}

/** Waits with the email that has to; another one may go on. It keeps its focus, so it is not disabled in the DOM. */
function ContinueButton({ held }: { held: Held | null }) {
  const email = useWatch({ name: "email" });
  const left = useTimeLeft(held?.until ?? null);
  const isHeld = left !== null && email === held?.email;
  return (
    <SubmitButton size="lg" className="mt-2 w-full" aria-disabled={isHeld || undefined}>
      {isHeld ? <span className="tabular-nums">Continue in {left}</span> : "Continue"}
    </SubmitButton>
  );
}

function stillWaiting({ until, error }: Held): ApiError {
  const { status, code, message } = error;
  const seconds = Math.ceil((until - Date.now()) / 1_000);
  return new ApiError("http", { status, code, message, retry_after: seconds, sign_in: error.signIn });
}
