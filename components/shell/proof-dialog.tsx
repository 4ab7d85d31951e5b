"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { OneTimeCodeField } from "@/components/common/form/code-field";
import { TextField } from "@/components/common/form/fields";
import { Form, SubmitButton } from "@/components/common/form/form";
import { LoadFailed } from "@/components/common/states";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { errorMessageOf } from "@/lib/client/api-error";
import type { ProofMethod } from "@/lib/contract/account.values";
import { mailProofCode, proofQuery, proveByPasskey, submitProof } from "@/lib/queries/account";
import { meQuery } from "@/lib/queries/auth";

type StepProps = { onProved: () => void };

const METHOD_LABELS: Record<ProofMethod, string> = {
  passkey: "Use a passkey",
  authenticator: "Use the authenticator app",
  recovery_code: "Use a recovery code",
  mail: "Use a mailed code",
};

/** Asks for a proof of identity (docs/sign-in.md). The page behind it keeps its state. */
export function IdentityProofDialog({ onClose }: { onClose: (isProved: boolean) => void }) {
  const { data, error, isFetching, refetch } = useQuery(proofQuery());
  const [selectedMethod, setSelectedMethod] = useState<ProofMethod | null>(null);
  const method = selectedMethod ?? data?.methods[0];
  const otherMethods = data?.methods.filter((each) => each !== method) ?? [];
  const onProved = () => onClose(true);
  return (
    <Dialog
      open
      onOpenChange={() => onClose(false)}
      title="Confirm that it is you"
      description="This action moves money, gives rights, shows personal data or changes your account. What you typed is kept. One confirmation is valid for 15 minutes."
      size="sm"
    >
      {error && !data && <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-24 w-full" />}
      {method === "passkey" && <PasskeyStep onProved={onProved} />}
      {method === "authenticator" && <AuthenticatorStep onProved={onProved} />}
      {method === "recovery_code" && <RecoveryStep onProved={onProved} />}
      {method === "mail" && <MailStep onProved={onProved} />}
      {otherMethods.length > 0 && (
        <div className="mt-4 flex flex-wrap gap-x-4">
          {otherMethods.map((other) => (
            <Button key={other} variant="link" className="px-0!" onClick={() => setSelectedMethod(other)}>
              {METHOD_LABELS[other]}
            </Button>
          ))}
        </div>
      )}
    </Dialog>
  );
}

function PasskeyStep({ onProved }: StepProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await proveByPasskey();
      onProved();
    } catch (error) {
      setProblem(errorMessageOf(error));
      setBusy(false);
    }
  };
  return (
    <div className="space-y-4">
      {problem && <Alert tone="danger">{problem}</Alert>}
      <Button variant="primary" size="lg" className="w-full" busy={busy} onClick={confirm} autoFocus>
        <KeyRound aria-hidden="true" />
        Use a passkey
      </Button>
    </div>
  );
}

const codeSchema = async () => (await import("@/lib/contract/account")).authenticatorCode;

function AuthenticatorStep({ onProved }: StepProps) {
  return (
    <Form
      schema={codeSchema}
      onSubmit={async ({ code }) => {
        await submitProof({ method: "authenticator", code });
        onProved();
      }}
    >
      <OneTimeCodeField name="code" label="Code of your authenticator app" autoFocus />
      <ConfirmButton />
    </Form>
  );
}

function RecoveryStep({ onProved }: StepProps) {
  return (
    <Form
      schema={async () => (await import("@/lib/contract/account")).recoveryProof}
      onSubmit={async ({ code }) => {
        await submitProof({ method: "recovery_code", code });
        onProved();
      }}
    >
      <TextField
        name="code"
        label="Recovery code"
        hint="Each works once."
        autoComplete="off"
        spellCheck={false}
        autoFocus
      />
      <ConfirmButton />
    </Form>
  );
}

function MailStep({ onProved }: StepProps) {
  const email = useQuery(meQuery()).data?.email;
  const [challenge, setChallenge] = useState<{ reference: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const sendCode = async () => {
    setProblem(null);
    await mailProofCode().then(setChallenge, (error) => setProblem(errorMessageOf(error)));
  };
  // Prevents a second mail, because React runs effects twice in development.
  const wasRequested = useRef(false);
  useEffect(() => {
    if (wasRequested.current) return;
    wasRequested.current = true;
    void sendCode();
  });
  return (
    <Form
      schema={codeSchema}
      onSubmit={async ({ code }) => {
        if (!challenge) throw new Error("Wait for the mail, then enter its code.");
        await submitProof({ method: "mail", reference: challenge.reference, code });
        onProved();
      }}
    >
      <p role="status" className="text-sm">
        {challenge ? `We sent 6 digits to ${email}.` : problem ? "No mail was sent." : "Sending a code…"}
      </p>
      {problem && <Alert tone="danger">{problem}</Alert>}
      <OneTimeCodeField name="code" label="Code from the mail" autoFocus />
      <ConfirmButton />
      <Button variant="link" className="px-0!" onClick={sendCode}>
        Send another code
      </Button>
    </Form>
  );
}

const ConfirmButton = () => (
  <SubmitButton size="lg" className="w-full">
    Confirm
  </SubmitButton>
);
