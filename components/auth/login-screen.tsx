"use client";

import { Suspense, useEffect, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { forgetRecentRecords } from "@/lib/client/recent-records";
import { pathAfterSignIn } from "@/lib/client/session";
import { onOtherTabsMessage } from "@/lib/client/session-channel";
import { type SignInChallenge, SignInPasswordStep } from "./credentials-step";
import type { SignInNotice } from "./sign-in-notice";
import { clearUnfinishedSignIn, readUnfinishedSignIn, storeUnfinishedSignIn } from "./stored-sign-in";

/** Second step of sign-in. Its JavaScript is preloaded when the user begins to type in the first step. */
const SignInCodeStep = lazyWithPreload(() => import("./code-step"), "SignInCodeStep");

/** Renders sign-in in two steps on one page: email and password, then the mailed code. */
export function LoginScreen({ notice }: { notice: SignInNotice | null }) {
  const [challenge, setChallenge] = useState<SignInChallenge | null>(null);
  const changeStep = (next: SignInChallenge | null) => {
    if (next) storeUnfinishedSignIn(next);
    else clearUnfinishedSignIn();
    setChallenge(next);
  };
  // Restores the second step after a reload, unless the user has just set a password.
  useEffect(() => {
    if (notice?.tone === "success") clearUnfinishedSignIn();
    else setChallenge(readUnfinishedSignIn());
  }, [notice]);
  // Opens the dashboard when another tab has signed the admin in.
  useEffect(
    () =>
      onOtherTabsMessage((message) => {
        if (message.is !== "started") return;
        clearUnfinishedSignIn();
        forgetRecentRecords();
        window.location.assign(pathAfterSignIn());
      }),
    [],
  );
  return challenge ? (
    <Suspense>
      <SignInCodeStep challenge={challenge} onChange={changeStep} onBack={() => changeStep(null)} />
    </Suspense>
  ) : (
    <SignInPasswordStep onBegin={SignInCodeStep.preload} onDone={changeStep}>
      {notice && <Alert tone={notice.tone}>{notice.text}</Alert>}
    </SignInPasswordStep>
  );
}
