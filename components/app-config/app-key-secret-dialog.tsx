"use client";

import { CopyButton } from "@/components/common/copy-button";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

/** Shows a new key, once. */
export function AppKeySecretDialog({ name, secret, onClose }: { name: string; secret: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Key ${name}`}
      description="This is the only time that it is shown. Store it in the settings of the app's server, which sends it as a bearer token. Never put it into the app itself."
      size="md"
      // Escape or a click outside would lose the key.
      locked
      footer={
        <Button variant="primary" onClick={onClose}>
          I have saved it
        </Button>
      }
    >
      <p className="flex items-center gap-2 rounded-md bg-sunken p-3">
        <code className="min-w-0 flex-1 select-all wrap-anywhere">{secret}</code>
        <CopyButton value={secret} label="Copy the key" />
      </p>
    </Dialog>
  );
}
