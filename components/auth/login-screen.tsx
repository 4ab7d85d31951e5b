"use client";

import { Suspense, useEffect, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { lazyPart } from "@/components/ui/lazy-part";
import { nextPath } from "@/lib/client/session";
import { onOtherTabs } from "@/lib/client/session-channel";
import { type Challenge, CredentialsStep } from "./credentials-step";
import { forgetSignIn, keepSignIn, keptSignIn } from "./kept-sign-in";
import type { Notice } from "./sign-in-notice";

/** Only anyone who has sent a password needs it; it is fetched when they begin to fill in the form. */
const CodeStep = lazyPart(() => import("./code-step"), "CodeStep");

/** Sign-in in two steps on one page: email and password, then the code that was mailed. */
export function LoginScreen({ notice }: { notice: Notice | null }) {
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const goOn = (next: Challenge | null) => {
    if (next) keepSignIn(next);
    else forgetSignIn();
    setChallenge(next);
  };
  // After a reload. Anyone who has just set a password begins again.
  useEffect(() => {
    if (notice?.tone === "success") forgetSignIn();
    else setChallenge(keptSignIn());
  }, [notice]);
  // Signed in through another tab: this one follows.
  useEffect(
    () =>
      onOtherTabs((news) => {
        if (news.is !== "started") return;
        forgetSignIn();
        window.location.assign(nextPath());
      }),
    [],
  );
  return challenge ? (
    <Suspense>
      <CodeStep challenge={challenge} onChange={goOn} onBack={() => goOn(null)} />
    </Suspense>
  ) : (
    <CredentialsStep onBegin={CodeStep.preload} onDone={goOn}>
      {notice && <Alert tone={notice.tone}>{notice.text}</Alert>}
    </CredentialsStep>
  );
}
