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
import { SignInStepHeading } from "./step-heading";

/** State of a sign-in between the password step and the code step. */
export type SignInChallenge = {
  email: string;
  reference: string;
  expires_at: string;
  /** Methods accepted besides the mailed code, such as a passkey. Undefined while `isUnsure`. */
  methods?: readonly ProofMethod[];
  /** Time in ms at which the code was sent. */
  sent_at: number;
  /** True while sign-in is throttled. The screen then must not reveal whether the password was right. */
  isUnsure?: boolean;
  /** True after five wrong codes: the sign-in continues only with a new code. */
  isSpent?: boolean;
};

/** Throttling of sign-in for one email. `at` and `until` are its start and end in ms. */
type Throttle = { email: string; at: number; until: number; error: ApiError };
/** Returns whether an email is throttled. Compares emails as the server does. */
const isOf = (throttle: Throttle, email: string) => throttle.email.trim().toLowerCase() === email.trim().toLowerCase();

/** Renders the password step of sign-in. @param children notice above the fields @param onBegin called when the user begins to type */
export function SignInPasswordStep({
  onBegin,
  onDone,
  children,
}: {
  onBegin: () => void;
  onDone: (challenge: SignInChallenge) => void;
  children?: ReactNode;
}) {
  const [throttle, setThrottle] = useState<Throttle | null>(null);

  const send = async (input: { email: string; password: string }) => {
    // Enter submits the form even while the button counts down. Shows the throttling error again without sending a request.
    if (throttle && isOf(throttle, input.email) && Date.now() < throttle.until) throw throttleError(throttle);
    setThrottle(null);
    try {
      onDone({ email: input.email, ...(await authApi.login(input)), sent_at: Date.now() });
    } catch (error) {
      if (error instanceof ApiError && error.retryAfter && error.status < 500)
        setThrottle({ email: input.email, at: Date.now(), until: Date.now() + error.retryAfter * 1_000, error });
      throw error;
    }
  };

  const loadSchema = async () => {
    onBegin();
    return (await import("@/lib/contract/auth")).credentials;
  };

  return (
    <>
      <SignInStepHeading title="Sign in">Use the account you were invited with.</SignInStepHeading>
      <Form schema={loadSchema} onSubmit={send}>
        {throttle ? <EnterCode held={throttle} onDone={onDone} /> : children}
        <TextField name="email" label="Email" type="email" autoComplete="username" spellCheck={false} />
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        <ContinueButton held={throttle} />
      </Form>
      <p className="mt-6 text-sm">
        <AuthLink href="/auth/forgot-password">Forgot password?</AuthLink>
      </p>
    </>
  );
}

/** Lets the owner of an email sign in by mailed code while other people's wrong passwords throttle the email. */
function EnterCode({ held: throttle, onDone }: { held: Throttle; onDone: (challenge: SignInChallenge) => void }) {
  const { email, error } = throttle;
  const { signIn } = error;
  if (!signIn) return null;
  return (
    <Button className="w-full" onClick={() => onDone({ email, ...signIn, sent_at: throttle.at, isUnsure: true })}>
      Enter the code from the mail
    </Button>
  );
}

/** Counts down while the typed email is throttled; another email may continue. Uses `aria-disabled`, which keeps the focus. */
function ContinueButton({ held: throttle }: { held: Throttle | null }) {
  const email = useWatch({ name: "email" });
  const timeLeft = useTimeLeft(throttle?.until ?? null);
  const isThrottled = timeLeft !== null && throttle !== null && isOf(throttle, email);
  return (
    <SubmitButton size="lg" className="mt-2 w-full" aria-disabled={isThrottled || undefined}>
      {isThrottled ? <span className="tabular-nums">Continue in {timeLeft}</span> : "Continue"}
    </SubmitButton>
  );
}

function throttleError({ until, error }: Throttle): ApiError {
  const { status, code, message } = error;
  const seconds = Math.ceil((until - Date.now()) / 1_000);
  return new ApiError("http", { status, code, message, retry_after: seconds, sign_in: error.signIn });
}
