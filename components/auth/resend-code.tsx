"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { api } from "@/lib/client/api";
import { useCountdown } from "@/lib/client/countdown";
import type { Challenge } from "./credentials-step";

const WAIT_MINUTES = 1;

type ResendCodeProps = { reference: string; onSent: (sent: Omit<Challenge, "email">) => void };

/** A new code, once the countdown is through. */
export function ResendCode({ reference, onSent }: ResendCodeProps) {
  const countdown = useCountdown(WAIT_MINUTES);
  const [state, setState] = useState<"idle" | "busy" | "sent" | { problem: string }>("idle");

  const resend = async () => {
    setState("busy");
    try {
      onSent(await api.auth.resendCode({ reference }));
      countdown.restart();
      setState("sent");
    } catch (error) {
      setState({ problem: error instanceof Error ? error.message : "Something went wrong. Try again." });
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
