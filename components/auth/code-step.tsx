"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { CodeField } from "@/components/common/form/code-field";
import { Form, SubmitButton } from "@/components/common/form/form";
import { Button } from "@/components/ui/button";
import { ApiError } from "@/lib/client/api-error";
import { authApi } from "@/lib/client/auth-api";
import { hasDrafts } from "@/lib/client/drafts";
import { nextPath, startSession } from "@/lib/client/session";
import { formatTime } from "@/lib/format";
import type { Challenge } from "./credentials-step";
import { forgetSignIn } from "./kept-sign-in";
import { MailUnsetNotice } from "./mail-unset-notice";
import { ResendCode } from "./resend-code";
import { StepHeading } from "./step-heading";

type CodeStepProps = { challenge: Challenge; onChange: (challenge: Challenge) => void; onBack: () => void };

export function CodeStep({ challenge, onChange, onBack }: CodeStepProps) {
  const router = useRouter();

  const signIn = async (input: { token: string }) => {
    const { token } = await authApi.verifySignIn({ reference: challenge.reference, ...input }).catch((error) => {
      if (error instanceof ApiError && error.code === "CODE_SPENT") onChange({ ...challenge, isSpent: true });
      throw error;
    });
    forgetSignIn();
    startSession(token);
    const next = nextPath();
    // A fresh load: nothing from before the sign-in stays in memory; unless the same person left text behind.
    if (hasDrafts(challenge.email)) router.replace(next);
    else window.location.assign(next);
    // The form stays busy until the dashboard takes its place.
    await new Promise(() => {});
  };

  return (
    <>
      <StepHeading title="Enter your code">
        {challenge.isUnsure ? "If your password was right, we sent 6 digits to " : "We sent 6 digits to "}
        <Fact>{challenge.email}</Fact>. They work until{" "}
        <Fact>
          <time dateTime={challenge.expires_at} className="tabular-nums">
            {formatTime(challenge.expires_at)}
          </time>
        </Fact>
        , Lagos time.
      </StepHeading>
      <MailUnsetNotice what="code" />
      <Form schema={async () => (await import("./code-schema")).codeSchema} onSubmit={signIn}>
        <CodeField name="token" label="Code" autoFocus />
        <SubmitButton size="lg" className="w-full">
          Sign in
        </SubmitButton>
      </Form>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-2 text-sm">
        <ResendCode
          key={String(challenge.isSpent)}
          challenge={challenge}
          onSent={(sent) => onChange({ ...challenge, ...sent, sent_at: Date.now(), isSpent: undefined })}
        />
        <Button variant="link" className="px-0!" onClick={onBack}>
          Use another account
        </Button>
      </div>
    </>
  );
}

function Fact({ children }: { children: ReactNode }) {
  return <strong className="font-semibold text-foreground">{children}</strong>;
}
