"use client";

import { DateTime } from "@/components/common/date-time";
import { ConfirmDialog } from "@/components/common/form/confirm-dialog";
import { CurrentVersionNotice } from "@/components/common/form/current-version";
import { useEditConflict } from "@/components/common/form/use-edit-conflict";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import type { WebhookEndpoint } from "@/lib/contract/app-config-webhooks";
import { WEBHOOK_SECRET_ROTATION_HOURS } from "@/lib/contract/webhooks.values";
import { rotateWebhookSecretMutation } from "@/lib/queries/webhooks";

type RotateDialogProps = {
  endpoint: WebhookEndpoint;
  onSecret: (name: string, secret: string) => void;
  onClose: () => void;
};

/** Asks for confirmation, creates a new secret for an endpoint and passes it to `onSecret`. After a conflict shows the current endpoint. */
export function WebhookRotateDialog({ endpoint, onSecret, onClose }: RotateDialogProps) {
  const { mutateAsync } = useKeyedMutation(rotateWebhookSecretMutation);
  const { newer, latest, captureConflict } = useEditConflict(endpoint);
  const { id, version, name, old_secret_until } = latest;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Make a new secret for ${name}?`}
      consequence={
        <>
          The new secret is shown once. For {WEBHOOK_SECRET_ROTATION_HOURS} hours, events carry signatures of both
          secrets, so that the app's server can be changed without a gap.
          {old_secret_until && (
            <>
              {" "}
              The secret before the current one, valid until <DateTime at={old_secret_until} />, ends now.
            </>
          )}
        </>
      }
      confirmLabel="Make a secret"
      onConfirm={async () =>
        onSecret(name, (await mutateAsync({ endpointId: id, version }).catch(captureConflict)).secret)
      }
    >
      {newer && (
        <CurrentVersionNotice>
          <p>
            {newer.name}, {newer.url}
          </p>
        </CurrentVersionNotice>
      )}
    </ConfirmDialog>
  );
}
