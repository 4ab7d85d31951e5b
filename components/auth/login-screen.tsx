"use client";

import { useState } from "react";
import { CodeStep } from "./code-step";
import { type Challenge, CredentialsStep } from "./credentials-step";

/** Sign-in in two steps on one page: email and password, then the code that was mailed. */
export function LoginScreen() {
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  return challenge ? (
    <CodeStep challenge={challenge} onBack={() => setChallenge(null)} />
  ) : (
    <CredentialsStep onDone={setChallenge} />
  );
}
