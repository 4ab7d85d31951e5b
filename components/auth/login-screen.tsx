"use client";

import { useState } from "react";
import { Alert } from "@/components/ui/alert";
import { type Arrival, arrivalText } from "./arrival";
import { CodeStep } from "./code-step";
import { type Challenge, CredentialsStep } from "./credentials-step";

/** Sign-in in two steps on one page: email and password, then the code that was mailed. */
export function LoginScreen({ arrival }: { arrival: Arrival | null }) {
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  if (challenge) return <CodeStep challenge={challenge} onBack={() => setChallenge(null)} />;
  return (
    <CredentialsStep onDone={setChallenge}>
      {arrival && <Alert tone="success">{arrivalText(arrival)}</Alert>}
    </CredentialsStep>
  );
}
