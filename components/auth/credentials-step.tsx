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

/** State of a sign-in between the password and the code. */
export type Challenge = {
  email: string;
  reference: string;
  expires_at: string;
  /** Proof methods accepted besides the mailed code. Undefined while `isUnsure`. */
  methods?: readonly ProofMethod[];
  /** When the code was sent, in ms. */
  sent_at: number;
  /** True if sign-in is throttled: the screen must not reveal whether the password was right and a code was sent. */
  isUnsure?: boolean;
  /** True after five wrong codes: only a new code can continue the sign-in. */
  isSpent?: boolean;
};

/** Throttled sign-in of one email; `at` and `until` are its start and end in ms. */
type Held = { email: string; at: number; until: number; error: ApiError };
/** Compares emails as the server does. */
const isOf = (held: Held, email: string) => held.email.trim().toLowerCase() === email.trim().toLowerCase();

/** @param children notice above the fields @param onBegin called when the user begins to fill in the form */
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
    // Enter submits even while the button counts down: no request is sent, and the message stays.
    if (held && isOf(held, input.email) && Date.now() < held.until) throw stillWaiting(held);
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

/** Lets the owner of the mailbox continue while wrong passwords of others throttle this email. */
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

/** Counts down while this email is throttled; another email may continue. Uses `aria-disabled`, which keeps the focus. */
function ContinueButton({ held }: { held: Held | null }) {
  const email = useWatch({ name: "email" });
  const left = useTimeLeft(held?.until ?? null);
  const isHeld = left !== null && held !== null && isOf(held, email);
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
