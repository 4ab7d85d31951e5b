"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { RecordList } from "@/components/common/table/record-list";
import { Alert } from "@/components/ui/alert";
import { ButtonLink } from "@/components/ui/button-link";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { toast } from "@/lib/client/toast";
import type { WebhookEndpoint } from "@/lib/contract/app-config-webhooks";
import { routes } from "@/lib/contract/routes";
import { formatList } from "@/lib/format";
import { useAccess } from "@/lib/queries/rp";
import {
  cancelWebhookReplayMutation,
  testWebhookEndpointMutation,
  webhookEndpointsQuery,
} from "@/lib/queries/webhooks";
import { APP_KEYS_URL, BROADCASTS_URL } from "./broadcast-words";
import { WebhookDeliveryList } from "./webhook-delivery-list";
import { webhookEndpointColumns } from "./webhook-endpoint-columns";

const EndpointDialog = lazyWithPreload(() => import("./webhook-endpoint-dialog"), "WebhookEndpointDialog");
const NewSecretDialog = lazyWithPreload(() => import("./secret-dialog"), "NewSecretDialog");
const RotateDialog = lazyWithPreload(() => import("./webhook-rotate-dialog"), "WebhookRotateDialog");
const ReplayDialog = lazyWithPreload(() => import("./webhook-replay-dialog"), "WebhookReplayDialog");

type OpenEndpointDialog = { dialog: "rotate" | "replay"; endpoint: WebhookEndpoint };

/** Lists the webhook endpoints of the citizen apps' servers, and the events sent to them. */
export function WebhookScreen() {
  const query = useQuery(webhookEndpointsQuery());
  const mayUpdate = useAccess(routes.appConfig.updateWebhookEndpoint);
  const [opened, setOpened] = useState<OpenEndpointDialog | null>(null);
  const [secret, setSecret] = useState<{ name: string; secret: string } | null>(null);
  const test = useMutation(testWebhookEndpointMutation());
  const stop = useMutation(cancelWebhookReplayMutation());
  const showSecret = (name: string, made: string) => setSecret({ name, secret: made });
  const failed = (error: Error) => toast.error(error.message);
  const columns = webhookEndpointColumns(
    mayUpdate
      ? {
          onTest: ({ id, name }) =>
            test.mutate(
              { endpointId: id },
              { onSuccess: () => toast.success(`A test event for ${name} is on its way.`), onError: failed },
            ),
          onRotate: (endpoint) => setOpened({ dialog: "rotate", endpoint }),
          onReplay: (endpoint) => setOpened({ dialog: "replay", endpoint }),
          onStop: ({ id }) => stop.mutate({ endpointId: id }, { onError: failed }),
        }
      : undefined,
  );
  const disabled = query.data?.items.filter(({ disabled_reason: why }) => why === "gone" || why === "failing") ?? [];
  const close = () => setOpened(null);
  return (
    <div className="space-y-8">
      <section aria-label="Webhooks" className="space-y-4">
        {disabled.length > 0 && (
          <Alert tone="warning" title={`${formatList(disabled.map(({ name }) => name))} no longer gets events.`}>
            Repair the receiving server, then enable the endpoint and replay what failed.
          </Alert>
        )}
        <RecordList
          label="Webhook endpoints"
          address="webhook"
          query={query}
          rows={query.data?.items}
          columns={columns}
          empty="Add the address of the citizen app's server. It then gets events and does not need to ask for changes."
          head={
            <>
              <ButtonLink href={BROADCASTS_URL}>Notifications to citizens</ButtonLink>
              <ButtonLink href={APP_KEYS_URL}>App keys</ButtonLink>
              <p className="text-muted text-sm">Events for the citizen app's server, signed and retried.</p>
            </>
          }
          add="New endpoint"
          may={{ create: mayUpdate, update: mayUpdate }}
          dialog={(endpoint, onClose) => (
            <EndpointDialog
              key={endpoint?.id}
              endpoint={endpoint}
              apps={query.data?.apps ?? []}
              onSecret={showSecret}
              onClose={onClose}
            />
          )}
          preload={EndpointDialog.preload}
        />
      </section>
      <WebhookDeliveryList endpoints={query.data?.items ?? []} mayReplay={mayUpdate} />
      <Suspense>
        {opened?.dialog === "rotate" && (
          <RotateDialog endpoint={opened.endpoint} onSecret={showSecret} onClose={close} />
        )}
        {opened?.dialog === "replay" && <ReplayDialog endpoint={opened.endpoint} onClose={close} />}
        {secret && <NewSecretDialog kind="secret" {...secret} onClose={() => setSecret(null)} />}
      </Suspense>
    </div>
  );
}
