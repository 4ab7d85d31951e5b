"use client";

import { CopyableText } from "@/components/common/copyable-text";
import { DateTime } from "@/components/common/date-time";
import { FactList } from "@/components/common/fact-list";
import { StatusBadge } from "@/components/common/status-badge";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { WebhookDelivery } from "@/lib/contract/app-config-webhooks";
import { DELIVERY_STATE_LABELS, describeLastDeliveryAttempt, formatMilliseconds } from "./webhook-words";

type DeliveryDialogProps = { delivery: WebhookDelivery; onReplay?: (id: string) => void; onClose: () => void };

/** Shows one webhook event: the sent body, and the endpoint's response to the last attempt. */
export function WebhookDeliveryDialog({ delivery, onReplay, onClose }: DeliveryDialogProps) {
  const { id, type, state, attempts, duration_ms, created_at, last_attempt_at, next_attempt_at } = delivery;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={type}
      side="right"
      footer={
        <>
          {onReplay && (
            <Button disabled={state === "pending"} onClick={() => onReplay(id)}>
              Replay
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className="space-y-5">
        <FactList
          facts={[
            ["Endpoint", delivery.endpoint.name],
            ["State", <StatusBadge key="state" status={state} label={DELIVERY_STATE_LABELS[state]} />],
            ["webhook-id", <CopyableText key="id" value={id} what="the webhook-id" />],
            ["Created", <DateTime key="created" at={created_at} seconds />],
            ["Attempts", String(attempts)],
            last_attempt_at !== null && ["Last attempt", <DateTime key="last" at={last_attempt_at} seconds />],
            next_attempt_at !== null && ["Next attempt", <DateTime key="next" at={next_attempt_at} seconds />],
            ["Response", describeLastDeliveryAttempt(delivery)],
            duration_ms !== null && ["Duration", formatMilliseconds(duration_ms)],
          ]}
        />
        <TextBlock title="Request body" text={indentJson(delivery.body)} />
        {delivery.response ? <TextBlock title="Beginning of the response" text={delivery.response} /> : null}
      </div>
    </Dialog>
  );
}

function TextBlock({ title, text }: { title: string; text: string }) {
  return (
    <section className="space-y-1.5">
      <h3 className="font-semibold text-sm">{title}</h3>
      <pre className="max-h-80 overflow-auto rounded-md bg-sunken p-3 text-xs whitespace-pre-wrap wrap-anywhere">
        {text}
      </pre>
    </section>
  );
}

/** Indents JSON for reading. The sent body has no line breaks. */
function indentJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
