"use client";

import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { DateTime } from "@/components/common/date-time";
import { ConfirmDialog } from "@/components/common/form/confirm-dialog";
import { TextField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { FreeText } from "@/components/common/free-text";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { supportsPasskeys } from "@/lib/client/passkeys";
import { useIsHydrated } from "@/lib/client/use-in-browser";
import type { SignInKeys } from "@/lib/contract/account";
import { MAX_PASSKEY_NAME_LENGTH, MAX_PASSKEYS } from "@/lib/contract/account.values";
import { addPasskeyMutation, removePasskeyMutation } from "@/lib/queries/account";

type Passkey = SignInKeys["passkeys"][number];

/** Lists the admin's passkeys, with buttons that add and remove a passkey. */
export function PasskeysCard({ keys }: { keys: SignInKeys }) {
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const add = useMutation(addPasskeyMutation());
  const remove = useMutation(removePasskeyMutation());
  const isMissing = useIsHydrated() && !supportsPasskeys();
  const disabledReason = !keys.allows_passkeys
    ? "Passkeys need a domain name with https. Ask the people who run the server."
    : isMissing
      ? "This browser has no passkeys. Use another one, or an authenticator app."
      : keys.passkeys.length >= MAX_PASSKEYS
        ? `You have ${MAX_PASSKEYS} passkeys, the maximum.`
        : null;
  return (
    <Card>
      <CardHeader
        title="Passkeys"
        description="Your fingerprint, face or PIN on a phone or computer, or a security key. Nothing to type, and no fake page can steal it."
      />
      <div className="space-y-4 px-5 pb-5">
        {keys.passkeys.length === 0 && <p className="text-sm text-muted">You have no passkey yet.</p>}
        {keys.passkeys.length > 0 && (
          <ul className="divide-y divide-border">
            {keys.passkeys.map((passkey) => (
              <li key={passkey.passkeyId} className="flex items-center gap-3.5 py-3">
                <KeyRound className="size-5 shrink-0 text-muted" aria-hidden="true" />
                <div className="min-w-0 flex-1">
                  <FreeText as="p" className="font-semibold">
                    {passkey.name}
                  </FreeText>
                  <p className="text-sm text-muted">
                    Added <DateTime at={passkey.created_at} />
                    {passkey.last_used_at && (
                      <>
                        {" "}
                        · used <DateTime at={passkey.last_used_at} />
                      </>
                    )}
                    {passkey.is_synced && " · on all devices of your password manager"}
                  </p>
                </div>
                <Button size="sm" onClick={() => setRemoving(passkey)} aria-label={`Remove ${passkey.name}`}>
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        )}
        <Button
          variant={keys.passkeys.length ? "secondary" : "primary"}
          disabled={disabledReason !== null}
          aria-describedby={disabledReason ? "passkeys-why" : undefined}
          onClick={() => setAdding(true)}
        >
          Add a passkey
        </Button>
        {disabledReason && (
          <p id="passkeys-why" className="text-sm text-muted">
            {disabledReason}
          </p>
        )}
      </div>
      {adding && (
        <FormDialog
          open
          onOpenChange={setAdding}
          title="Add a passkey"
          consequence="Your browser then asks for your fingerprint, face, PIN or security key."
          submitLabel="Add passkey"
          schema={async () => (await import("@/lib/contract/account")).passkeyName}
          onSubmit={(input) => add.mutateAsync(input)}
        >
          <TextField
            name="name"
            label="Name"
            hint="A name for the device: “Work laptop”."
            maxLength={MAX_PASSKEY_NAME_LENGTH}
            autoComplete="off"
            autoFocus
          />
        </FormDialog>
      )}
      {removing && (
        <ConfirmDialog
          open
          onOpenChange={() => setRemoving(null)}
          title={`Remove ${removing.name}?`}
          consequence={
            keys.passkeys.length === 1 && !keys.authenticator
              ? "It is your only key: mailed codes confirm that it is you from then on, and your recovery codes stop working."
              : "It no longer confirms your identity. Remove it on the device as well."
          }
          confirmLabel="Remove passkey"
          tone="danger"
          onConfirm={() => remove.mutateAsync(removing.passkeyId)}
        />
      )}
    </Card>
  );
}
