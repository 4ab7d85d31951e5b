"use client";

import type { ComparedFields } from "@/components/common/form/current-version";
import { CheckboxField, SelectField, TextField } from "@/components/common/form/fields";
import { RecordDialog } from "@/components/common/form/record-dialog";
import type { WebhookEndpoint } from "@/lib/contract/app-config-webhooks";
import { WEBHOOK_URL_LENGTH_MAX } from "@/lib/contract/webhooks.values";
import {
  createWebhookEndpointMutation,
  deleteWebhookEndpointMutation,
  updateWebhookEndpointMutation,
} from "@/lib/queries/webhooks";
import { WebhookEventsField } from "./webhook-events-field";
import { describeEndpointEventTypes } from "./webhook-words";

const loadCreationSchema = () =>
  import("@/lib/contract/app-config-webhooks").then((module) => module.webhookEndpointCreation);
const updateSchema = () => import("@/lib/contract/app-config-webhooks").then((module) => module.webhookEndpointUpdate);

const ENDPOINT_DIFF_FIELDS: ComparedFields<WebhookEndpoint> = [
  ["Name", ({ name }) => name],
  ["Address", ({ url }) => url],
  ["Events", ({ events }) => events?.join(", ") ?? describeEndpointEventTypes(null)],
  ["Enabled", ({ enabled }) => (enabled ? "Yes" : "No")],
];

type EndpointDialogProps = {
  endpoint?: WebhookEndpoint;
  /** Citizen apps to which a new endpoint can belong. */
  apps: readonly string[];
  onSecret: (name: string, secret: string) => void;
  onClose: () => void;
};

/** Adds, changes or deletes a webhook endpoint. Passes the secret of a new endpoint to `onSecret`, which shows it once. */
export function WebhookEndpointDialog({ endpoint, apps, onSecret, onClose }: EndpointDialogProps) {
  return (
    <RecordDialog
      record={endpoint}
      what="endpoint"
      draft={`appConfig.webhookEndpoint:${endpoint?.id ?? "new"}`}
      schemas={{ create: loadCreationSchema, update: updateSchema }}
      reference={({ id, version }) => ({ endpointId: id, version })}
      values={(stored) => ({
        ...(!stored && { app: apps.length === 1 ? apps[0] : "" }),
        name: stored?.name ?? "",
        url: stored?.url ?? "",
        events: stored?.events ?? null,
        enabled: stored?.enabled ?? true,
      })}
      facts={ENDPOINT_DIFF_FIELDS}
      create={(idempotencyKey) => createWebhookEndpointMutation(onSecret, idempotencyKey)}
      update={updateWebhookEndpointMutation}
      remove={{
        mutation: deleteWebhookEndpointMutation,
        consequence: "It gets no more events, and its log is deleted.",
      }}
      onClose={onClose}
    >
      <TextField
        name="name"
        label="Name"
        hint="What it is for, such as City app, production."
        autoComplete="off"
        maxLength={80}
      />
      {!endpoint && (
        <SelectField
          name="app"
          label="App"
          hint="It gets the events of citizens who use this app. It can't be changed later."
          placeholder="Choose an app"
          options={apps.map((app) => ({ value: app, label: app }))}
        />
      )}
      <TextField
        name="url"
        label="Address"
        hint="A public address that begins with https://."
        autoComplete="off"
        inputMode="url"
        spellCheck={false}
        maxLength={WEBHOOK_URL_LENGTH_MAX}
      />
      <WebhookEventsField />
      <CheckboxField name="enabled" label="Enabled" hint="A disabled endpoint gets no events, also not later." />
    </RecordDialog>
  );
}
