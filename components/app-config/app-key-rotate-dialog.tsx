"use client";

import { CurrentVersionNotice } from "@/components/common/form/current-version";
import { DateField } from "@/components/common/form/date-field";
import { FormDialog } from "@/components/common/form/form-dialog";
import { NumberField } from "@/components/common/form/number-fields";
import { useEditConflict } from "@/components/common/form/use-edit-conflict";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import type { AppKey } from "@/lib/contract/app-config-keys";
import { APP_KEY_ROTATION_HOURS } from "@/lib/contract/app-keys.values";
import { formatIfDate, lagosDay } from "@/lib/format";
import { rotateAppKeyMutation } from "@/lib/queries/app-keys";
import { describeAllowedCallGroups, lastValidDayOfAppKey } from "./app-key-words";

const loadSchema = () => import("@/lib/contract/app-config-keys").then((module) => module.appKeyRotation);

type RotateDialogProps = { appKey: AppKey; onSecret: (made: AppKey, secret: string) => void; onClose: () => void };

/**
 * Replaces an app key: asks how long the old key stays valid, creates a new key, and passes the new key's secret to `onSecret`. After an
 * edit conflict it shows the old key's current version, whose allowed calls the new key takes over.
 */
export function AppKeyRotateDialog({ appKey, onSecret, onClose }: RotateDialogProps) {
  const { newer, latest, captureConflict } = useEditConflict(appKey);
  const { mutateAsync } = useKeyedMutation(rotateAppKeyMutation);
  return (
    <FormDialog
      open
      onOpenChange={onClose}
      title={`Rotate ${latest.name}?`}
      consequence="A new key with the same calls is made and shown once. Until the old one ends, the app's server may use both."
      submitLabel="Make a new key"
      schema={loadSchema}
      fixed={{ appKeyId: appKey.id, version: latest.version }}
      defaultValues={{ hours: APP_KEY_ROTATION_HOURS, last_day: "" }}
      onSubmit={async (input) => {
        const { secret, ...made } = await mutateAsync(input).catch(captureConflict);
        onSecret(made, secret);
      }}
    >
      {newer && (
        <CurrentVersionNotice>
          <p>
            {newer.name}: {describeAllowedCallGroups(newer.groups)}. Last day:{" "}
            {formatIfDate(lastValidDayOfAppKey(newer)) || "none"}.
          </p>
        </CurrentVersionNotice>
      )}
      <NumberField
        name="hours"
        label="Hours until the old key ends"
        hint="0 ends it now: calls with it are then refused, as after a leak."
        maxLength={3}
      />
      <DateField name="last_day" label="Last day of the new key" optional min={lagosDay(Date.now())} />
    </FormDialog>
  );
}
