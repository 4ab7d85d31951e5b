"use client";

import { useEffect, useState } from "react";
import { nextPath } from "@/lib/client/session";
import { onOtherTabs } from "@/lib/client/session-channel";
import { CodeStep } from "./code-step";
import { type Challenge, CredentialsStep } from "./credentials-step";

/** Sign-in in two steps on one page: email and password, then the code that was mailed. */
export function LoginScreen() {
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  // Signed in through another tab: this one follows.
  useEffect(
    () =>
      onOtherTabs((news) => {
        if (news === "started") window.location.assign(nextPath());
      }),
    [],
  );
  return challenge ? (
    <CodeStep challenge={challenge} onBack={() => setChallenge(null)} />
  ) : (
    <CredentialsStep onDone={setChallenge} />
  );
}
