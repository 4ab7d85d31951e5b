"use client";

import { CopyButton } from "@/components/common/copy-button";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

/** Type of the secret: an app key, or the secret of a webhook endpoint. */
type SecretKind = "key" | "secret";

const TITLES: Record<SecretKind, string> = { key: "Key", secret: "Secret of" };
const USES: Record<SecretKind, string> = {
  key: "which sends it as a bearer token. Never put it into the app itself.",
  secret: "which checks signatures with it.",
};

type SecretDialogProps = { kind: SecretKind; name: string; secret: string; onClose: () => void };

/** Shows a new app key or webhook secret, which can't be shown again. */
export function NewSecretDialog({ kind, name, secret, onClose }: SecretDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${TITLES[kind]} ${name}`}
      description={`This is the only time that it is shown. Store it in the settings of the app's server, ${USES[kind]}`}
      size="md"
      // Locks the dialog, because Escape or a click outside would lose the secret.
      locked
      footer={
        <Button variant="primary" onClick={onClose}>
          I have saved it
        </Button>
      }
    >
      <p className="flex items-center gap-2 rounded-md bg-sunken p-3">
        <code className="min-w-0 flex-1 select-all wrap-anywhere">{secret}</code>
        <CopyButton value={secret} label={`Copy the ${kind}`} />
      </p>
    </Dialog>
  );
}
