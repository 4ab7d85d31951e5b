"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { DataTable } from "@/components/common/table/data-table";
import type { Facet } from "@/components/common/table/facet";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { toApiInput } from "@/lib/client/list-params";
import { toast } from "@/lib/client/toast";
import { useListParams } from "@/lib/client/use-list-params";
import type { WebhookEndpoint } from "@/lib/contract/app-config-webhooks";
import {
  WEBHOOK_DELIVERY_LIST,
  WEBHOOK_DELIVERY_STATES,
  WEBHOOK_EVENTS,
  WEBHOOK_LOG_RETENTION_DAYS,
} from "@/lib/contract/webhooks.values";
import { selectOptions } from "@/lib/format";
import { replayWebhookMutation, webhookDeliveriesQuery } from "@/lib/queries/webhooks";
import { webhookDeliveryColumns } from "./webhook-delivery-columns";
import { DELIVERY_STATE_LABELS } from "./webhook-words";

const DeliveryDialog = lazyWithPreload(() => import("./webhook-delivery-dialog"), "WebhookDeliveryDialog");

type DeliveryListProps = { endpoints: readonly WebhookEndpoint[]; mayReplay: boolean };

/** Lists the events sent to the webhook endpoints, each with the result of its last attempt. */
export function WebhookDeliveryList({ endpoints, mayReplay }: DeliveryListProps) {
  const list = useListParams(WEBHOOK_DELIVERY_LIST);
  const query = useQuery(webhookDeliveriesQuery(toApiInput(list.state)));
  const replay = useMutation(replayWebhookMutation());
  const [openId, setOpenId] = useState<string | null>(null);
  const open = query.data?.items.find(({ id }) => id === openId);
  const replayOne = (id: string) =>
    replay.mutate(
      { deliveryId: id },
      { onSuccess: () => toast.success("It is sent again."), onError: (error) => toast.error(error.message) },
    );
  const facets: Facet[] = [
    {
      kind: "choices",
      key: "endpoint",
      label: "Endpoint",
      single: true,
      options: endpoints.map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      kind: "choices",
      key: "state",
      label: "State",
      options: selectOptions(WEBHOOK_DELIVERY_STATES, DELIVERY_STATE_LABELS),
    },
    {
      kind: "choices",
      key: "type",
      label: "Event",
      single: true,
      options: WEBHOOK_EVENTS.map((type) => ({ value: type, label: type })),
    },
    { kind: "days", from: "from", to: "to", label: "Created" },
  ];
  return (
    <>
      <DataTable
        label="Delivery log"
        columns={webhookDeliveryColumns({
          onOpen: setOpenId,
          preload: DeliveryDialog.preload,
          onReplay: mayReplay ? replayOne : undefined,
        })}
        query={query}
        list={list}
        rowId={({ id }) => id}
        facets={facets}
        empty={{
          text: `Events of the last ${WEBHOOK_LOG_RETENTION_DAYS} days appear here, with what the endpoints responded.`,
        }}
      />
      {open && (
        <Suspense>
          <DeliveryDialog
            delivery={open}
            onReplay={mayReplay ? replayOne : undefined}
            onClose={() => setOpenId(null)}
          />
        </Suspense>
      )}
    </>
  );
}
