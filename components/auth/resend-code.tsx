"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ApiError, errorMessageOf } from "@/lib/client/api-error";
import { authApi } from "@/lib/client/auth-api";
import { countdownFromSeconds, initialCountdown, useCountdown } from "@/lib/client/countdown";
import type { SignInChallenge } from "./credentials-step";

const WAIT_MINUTES = 1;

type ResendCodeProps = {
  challenge: SignInChallenge;
  onSent: (sent: { reference: string; expires_at: string }) => void;
};

/** Renders the button that sends a new code: enabled after the countdown, or immediately after five wrong codes. */
export function ResendCodeButton({ challenge, onSent }: ResendCodeProps) {
  const countdown = useCountdown(WAIT_MINUTES, () => resendWaitLeft(challenge));
  const [state, setState] = useState<"idle" | "busy" | "sent" | { problem: string }>("idle");

  const resend = async () => {
    setState("busy");
    try {
      onSent(await authApi.resendCode({ reference: challenge.reference }));
      countdown.restart();
      setState("sent");
    } catch (error) {
      setState({ problem: errorMessageOf(error) });
      if (error instanceof ApiError && error.retryAfter) countdown.restart(countdownFromSeconds(error.retryAfter));
    }
  };

  return (
    <div>
      {countdown.running ? (
        <p className="flex h-9 items-center text-muted tabular-nums">Resend code in {countdown.label}</p>
      ) : (
        <Button variant="link" className="px-0!" busy={state === "busy"} onClick={resend}>
          Resend code
        </Button>
      )}
      <p role="status" className="sr-only">
        {state === "sent" && "A new code was sent."}
      </p>
      {typeof state === "object" && (
        <p role="alert" className="font-medium text-danger">
          {state.problem}
        </p>
      )}
    </div>
  );
}

/**
 * Returns the remaining time until another mail may be sent. Counts from the time at which the last code was sent, so it is also correct
 * after a reload.
 */
function resendWaitLeft({ isSpent, sent_at }: SignInChallenge) {
  if (isSpent) return countdownFromSeconds(0);
  const elapsed = Math.max(0, Math.floor((Date.now() - sent_at) / 1_000));
  return elapsed < 1 ? initialCountdown(WAIT_MINUTES) : countdownFromSeconds(WAIT_MINUTES * 60 - 1 - elapsed);
}
