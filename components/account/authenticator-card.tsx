"use client";

import { useMutation } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { DateTime } from "@/components/common/date-time";
import { ConfirmDialog } from "@/components/common/form/confirm-dialog";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { errorMessageOf } from "@/lib/client/api-error";
import type { SignInKeys } from "@/lib/contract/account";
import { beginAuthenticator, removeAuthenticatorMutation } from "@/lib/queries/account";

/** Loads the dialog on demand, because it contains a QR code encoder, which few pages need. */
const AuthenticatorDialog = lazyWithPreload(() => import("./authenticator-dialog"), "AuthenticatorDialog");

/** Shows whether the admin has set up an authenticator app, with a button that sets up or removes the app. */
export function AuthenticatorCard({ keys }: { keys: SignInKeys }) {
  const [enrolment, setEnrolment] = useState<{ secret: string; uri: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [removing, setRemoving] = useState(false);
  const remove = useMutation(removeAuthenticatorMutation());
  const startEnrolment = async () => {
    setBusy(true);
    setProblem(null);
    await beginAuthenticator().then(setEnrolment, (error) => setProblem(errorMessageOf(error)));
    setBusy(false);
  };
  const { authenticator } = keys;
  return (
    <Card>
      <CardHeader
        title="Authenticator app"
        description="An app on your phone that shows a new 6-digit code every 30 seconds, even without a network."
      />
      <div className="space-y-4 px-5 pb-5">
        {problem && <Alert tone="danger">{problem}</Alert>}
        <p className="text-sm text-muted">
          {authenticator ? (
            <>
              Set up <DateTime at={authenticator.created_at} />
              {authenticator.last_used_at && (
                <>
                  {" "}
                  · used <DateTime at={authenticator.last_used_at} />
                </>
              )}
            </>
          ) : (
            "You have not set up an app yet."
          )}
        </p>
        {authenticator ? (
          <Button onClick={() => setRemoving(true)}>Remove the app</Button>
        ) : (
          <Button busy={busy} onClick={startEnrolment}>
            Set up an app
          </Button>
        )}
      </div>
      <Suspense>{enrolment && <AuthenticatorDialog {...enrolment} onClose={() => setEnrolment(null)} />}</Suspense>
      {removing && (
        <ConfirmDialog
          open
          onOpenChange={setRemoving}
          title="Remove the authenticator app?"
          consequence={
            keys.passkeys.length === 0
              ? "It is your only key: mailed codes confirm that it is you from then on, and your recovery codes stop working."
              : "Its codes stop working. Delete the entry in the app as well."
          }
          confirmLabel="Remove the app"
          tone="danger"
          onConfirm={() => remove.mutateAsync()}
        />
      )}
    </Card>
  );
}
