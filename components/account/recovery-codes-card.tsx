"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { CopyButton } from "@/components/common/copy-button";
import { DateTime } from "@/components/common/date-time";
import { ConfirmDialog } from "@/components/common/form/confirm-dialog";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { Dialog } from "@/components/ui/dialog";
import type { SignInKeys } from "@/lib/contract/account";
import { RECOVERY_CODE_COUNT } from "@/lib/contract/account.values";
import { createRecoveryCodesMutation } from "@/lib/queries/account";

/** Shows how many recovery codes are left, and creates new ones. The new codes are shown once. */
export function RecoveryCodesCard({ keys }: { keys: SignInKeys }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const { mutateAsync } = useMutation(createRecoveryCodesMutation());
  const hasKeys = keys.passkeys.length > 0 || keys.authenticator !== null;
  const createCodes = async () => setCodes((await mutateAsync()).codes);
  const { recovery_codes } = keys;
  return (
    <Card>
      <CardHeader
        title="Recovery codes"
        description="Ten codes to keep on paper, in case you lose phone and laptop. Each works once."
      />
      <div className="space-y-4 px-5 pb-5">
        {hasKeys && !recovery_codes && (
          <Alert tone="warning">You have keys, but no recovery codes. Create some and write them down.</Alert>
        )}
        {recovery_codes && (
          <p className="text-sm text-muted">
            {recovery_codes.left} of {RECOVERY_CODE_COUNT} left · made <DateTime at={recovery_codes.created_at} />
          </p>
        )}
        {!hasKeys && (
          <p id="recovery-why" className="text-sm text-muted">
            They replace a lost passkey or authenticator app. Set up one of those first.
          </p>
        )}
        <Button
          disabled={!hasKeys}
          aria-describedby={hasKeys ? undefined : "recovery-why"}
          onClick={() => setIsConfirming(true)}
        >
          Make recovery codes
        </Button>
      </div>
      {isConfirming && (
        <ConfirmDialog
          open
          onOpenChange={setIsConfirming}
          title="Make new recovery codes?"
          consequence={
            recovery_codes
              ? "The old ones stop working. The new ones are shown once."
              : "They are shown once. Have paper or your password manager ready."
          }
          confirmLabel="Make codes"
          onConfirm={createCodes}
        />
      )}
      {codes && (
        <Dialog
          open
          onOpenChange={() => setCodes(null)}
          title="Your recovery codes"
          description="This is the only time that they are shown. Keep them where your phone and laptop are not."
          size="sm"
          // Locks the dialog, because Escape or a click outside would lose the codes, which are shown only once.
          locked
          footer={
            <>
              <CopyButton value={codes.join("\n")} label="Copy all codes" />
              <Button variant="primary" onClick={() => setCodes(null)}>
                I have saved them
              </Button>
            </>
          }
        >
          <ol className="grid gap-x-6 gap-y-1.5 font-mono text-sm sm:grid-cols-2">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ol>
        </Dialog>
      )}
    </Card>
  );
}
