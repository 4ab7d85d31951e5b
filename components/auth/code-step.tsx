"use client";

import { KeyRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { OneTimeCodeField } from "@/components/common/form/code-field";
import { TextField } from "@/components/common/form/fields";
import { Form, SubmitButton } from "@/components/common/form/form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ApiError, errorMessageOf } from "@/lib/client/api-error";
import { authApi } from "@/lib/client/auth-api";
import { hasDrafts } from "@/lib/client/drafts";
import { pathAfterSignIn, startSession } from "@/lib/client/session";
import type { ProofMethod } from "@/lib/contract/account.values";
import { formatTime } from "@/lib/format";
import type { SignInChallenge } from "./credentials-step";
import { MailNotConfiguredNotice } from "./mail-not-configured";
import { ResendCodeButton } from "./resend-code";
import { SignInStepHeading } from "./step-heading";
import { clearUnfinishedSignIn } from "./stored-sign-in";

type CodeStepProps = { challenge: SignInChallenge; onChange: (challenge: SignInChallenge) => void; onBack: () => void };

/** Renders the second step of sign-in: the mailed code, a passkey, an authenticator app or a recovery code. */
export function SignInCodeStep({ challenge, onChange, onBack }: CodeStepProps) {
  const router = useRouter();

  const [isRecovery, setIsRecovery] = useState(false);
  const { methods, reference } = challenge;
  const canUse = (method: ProofMethod) => methods?.includes(method) ?? challenge.isUnsure;

  const signIn = async (verify: () => Promise<{ token: string }>) => {
    const { token } = await verify().catch((error) => {
      if (error instanceof ApiError && error.code === "CODE_SPENT") onChange({ ...challenge, isSpent: true });
      throw error;
    });
    clearUnfinishedSignIn();
    startSession(token);
    const next = pathAfterSignIn();
    // Loads the page fully, which clears data of an earlier session from memory. With unsaved drafts the router navigates, because a full
    // page load would clear them too.
    if (hasDrafts(challenge.email)) router.replace(next);
    else window.location.assign(next);
    // Keeps the form busy until the dashboard loads.
    await new Promise(() => {});
  };

  return (
    <>
      <SignInStepHeading title="Enter your code">
        {challenge.isUnsure ? "If your password was right, we sent 6 digits to " : "We sent 6 digits to "}
        <Emphasis>{challenge.email}</Emphasis>. They work until{" "}
        <Emphasis>
          <time dateTime={challenge.expires_at} className="tabular-nums">
            {formatTime(challenge.expires_at)}
          </time>
        </Emphasis>
        , Lagos time.
        {canUse("authenticator") && " The code that your authenticator app shows works as well."}
      </SignInStepHeading>
      <MailNotConfiguredNotice what="code" />
      {canUse("passkey") && <PasskeySignIn reference={reference} onVerify={signIn} />}
      <Form
        key={String(isRecovery)}
        schema={async () => {
          const { signInCodeSchema, recoveryCodeSchema } = await import("./code-schema");
          return isRecovery ? recoveryCodeSchema : signInCodeSchema;
        }}
        onSubmit={(input) => signIn(() => authApi.verifySignIn({ reference, ...input }))}
      >
        {isRecovery ? (
          <TextField name="token" label="Recovery code" hint="Each works once." autoComplete="off" autoFocus />
        ) : (
          <OneTimeCodeField name="token" label="Code" autoFocus />
        )}
        <SubmitButton size="lg" className="w-full">
          Sign in
        </SubmitButton>
      </Form>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-2 text-sm">
        <ResendCodeButton
          key={String(challenge.isSpent)}
          challenge={challenge}
          onSent={(sent) => onChange({ ...challenge, ...sent, sent_at: Date.now(), isSpent: undefined })}
        />
        {canUse("recovery_code") && (
          <Button variant="link" className="px-0!" onClick={() => setIsRecovery(!isRecovery)}>
            {isRecovery ? "Use a code of 6 digits" : "Use a recovery code"}
          </Button>
        )}
        <Button variant="link" className="px-0!" onClick={onBack}>
          Use another account
        </Button>
      </div>
    </>
  );
}

type PasskeySignInProps = { reference: string; onVerify: (verify: () => Promise<{ token: string }>) => Promise<void> };

/** Renders the button that signs in with a passkey instead of a code. */
function PasskeySignIn({ reference, onVerify }: PasskeySignInProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const verifyPasskey = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const { signWithPasskey } = await import("@/lib/client/passkeys");
      const { options } = await authApi.passkeyOptions({ reference });
      const credential = await signWithPasskey(options);
      await onVerify(() => authApi.verifyPasskey({ reference, credential }));
    } catch (error) {
      setProblem(errorMessageOf(error));
      setBusy(false);
    }
  };
  return (
    <div className="mb-4 space-y-4">
      {problem && <Alert tone="danger">{problem}</Alert>}
      <Button size="lg" className="w-full" busy={busy} onClick={verifyPasskey}>
        <KeyRound aria-hidden="true" />
        Use a passkey instead
      </Button>
    </div>
  );
}

function Emphasis({ children }: { children: ReactNode }) {
  return <strong className="font-semibold text-foreground">{children}</strong>;
}
