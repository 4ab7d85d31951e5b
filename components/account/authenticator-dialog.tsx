"use client";

import { useMutation } from "@tanstack/react-query";
import { encodeQR } from "qr";
import { useMemo } from "react";
import { CopyableText } from "@/components/common/copyable-text";
import { OneTimeCodeField } from "@/components/common/form/code-field";
import { FormDialog } from "@/components/common/form/form-dialog";
import { confirmAuthenticatorMutation } from "@/lib/queries/account";

type Props = { secret: string; uri: string; onClose: () => void };

/** Shows an authenticator app's secret as QR code and text. Asks for the app's first code, which proves that the app has the secret. */
export function AuthenticatorDialog({ secret, uri, onClose }: Props) {
  const { mutateAsync } = useMutation(confirmAuthenticatorMutation());
  const svg = useMemo(() => `data:image/svg+xml,${encodeURIComponent(encodeQR(uri, "svg"))}`, [uri]);
  return (
    <FormDialog
      open
      onOpenChange={onClose}
      title="Set up an authenticator app"
      consequence="Scan the picture with the app, or type the key into it. Then enter the code that it shows."
      submitLabel="Set up"
      schema={async () => (await import("@/lib/contract/account")).authenticatorCode}
      onSubmit={(input) => mutateAsync(input)}
    >
      {/* Keeps the background white in dark mode, because scanners need a dark code on a light background. */}
      {/* biome-ignore lint/performance/noImgElement: a data URI that contains a secret, not for an image optimizer */}
      <img src={svg} alt="QR code for the authenticator app" className="mx-auto size-48 rounded-md bg-white p-2" />
      <p className="text-sm text-muted">
        Key: <CopyableText value={secret.replace(/.{4}(?=.)/g, "$& ")} what="key" />
      </p>
      <OneTimeCodeField name="code" label="Code of the app" autoFocus />
    </FormDialog>
  );
}
