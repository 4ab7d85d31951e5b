"use client";

import type { ComparedFields } from "@/components/common/form/current-version";
import { DateField } from "@/components/common/form/date-field";
import { TextField } from "@/components/common/form/fields";
import { RecordDialog } from "@/components/common/form/record-dialog";
import type { AppKey } from "@/lib/contract/app-config-keys";
import { formatList, lagosDay } from "@/lib/format";
import { createAppKeyMutation, updateAppKeyMutation } from "@/lib/queries/app-keys";
import { AppKeyCallGroupsField } from "./app-key-groups-field";
import { describeAllowedCallGroups, lastValidDayOfAppKey } from "./app-key-words";

const loadCreationSchema = () => import("@/lib/contract/app-config-keys").then((module) => module.appKeyCreation);
const loadUpdateSchema = () => import("@/lib/contract/app-config-keys").then((module) => module.appKeyUpdate);

const KEY_DIFF_FIELDS: ComparedFields<AppKey> = [
  ["Name", ({ name }) => name],
  ["Allowed calls", ({ groups }) => describeAllowedCallGroups(groups)],
  ["Last day", (key) => lastValidDayOfAppKey(key) || "None"],
];

type KeyDialogProps = {
  appKey?: AppKey;
  /** Names of the citizen apps that already have a key. */
  apps: readonly string[];
  onSecret: (made: AppKey, secret: string) => void;
  onClose: () => void;
};

/** Creates or changes the API key of a citizen app's server. Passes the secret of a new key to `onSecret`, which shows it once. */
export function AppKeyDialog({ appKey, apps, onSecret, onClose }: KeyDialogProps) {
  const appsHint = apps.length ? ` Now there are: ${formatList(apps)}.` : "";
  return (
    <RecordDialog
      record={appKey}
      what="app key"
      draft={`appConfig.appKey:${appKey?.id ?? "new"}`}
      schemas={{ create: loadCreationSchema, update: loadUpdateSchema }}
      reference={({ id, version }) => ({ appKeyId: id, version })}
      values={(stored) => ({
        ...(!stored && { app: apps.length === 1 ? apps[0] : "" }),
        name: stored?.name ?? "",
        groups: stored?.groups ?? null,
        last_day: stored ? lastValidDayOfAppKey(stored) : "",
      })}
      facts={KEY_DIFF_FIELDS}
      consequence={
        appKey
          ? "The next call with this key follows the change."
          : "A key acts for every citizen of the app. Give each server its own, with no more calls than it makes."
      }
      create={(idempotencyKey) => createAppKeyMutation(onSecret, idempotencyKey)}
      update={updateAppKeyMutation}
      onClose={onClose}
    >
      <TextField
        name="name"
        label="Name"
        hint="What uses it, such as City app, production."
        autoComplete="off"
        maxLength={80}
      />
      {!appKey && (
        <TextField
          name="app"
          label="App"
          hint={`Accounts, webhooks and limits belong to this name. It can't be changed later.${appsHint}`}
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
        />
      )}
      <AppKeyCallGroupsField />
      <DateField
        name="last_day"
        label="Last day"
        hint="Admins get a notice seven days before. Leave it empty for a key without an end."
        optional
        min={lagosDay(Date.now())}
      />
    </RecordDialog>
  );
}
