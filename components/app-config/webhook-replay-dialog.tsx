"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DateInput } from "@/components/common/form/date-box";
import { DialogButtons } from "@/components/common/form/dialog-buttons";
import { Alert } from "@/components/ui/alert";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/lib/client/toast";
import type { WebhookEndpoint } from "@/lib/contract/app-config-webhooks";
import { WEBHOOK_LOG_RETENTION_DAYS } from "@/lib/contract/webhooks.values";
import { lagosDay, pluralize } from "@/lib/format";
import { failedWebhooksQuery, replayFailedWebhooksMutation } from "@/lib/queries/webhooks";

const DAY_MS = 86_400_000;

/** Asks for a period, shows how many events failed in it, and starts to send those events again. */
export function WebhookReplayDialog({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const [today] = useState(() => lagosDay(Date.now()));
  const [earliest] = useState(() => lagosDay(Date.now() - WEBHOOK_LOG_RETENTION_DAYS * DAY_MS));
  const [from, setFrom] = useState(() => lagosDay(Date.now() - 6 * DAY_MS));
  const [to, setTo] = useState(today);
  const period = { endpointId: endpoint.id, from, to };
  const { data, error } = useQuery(failedWebhooksQuery(period));
  const replay = useMutation(replayFailedWebhooksMutation());
  const count = data?.count ?? 0;
  const events = pluralize(count, "event", "events", data?.count_is_capped);
  const start = () =>
    replay.mutate(period, {
      onSuccess: () => {
        toast.success(`${events} will be sent again.`);
        onClose();
      },
    });
  const problem = replay.error ?? error;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Replay failed events of ${endpoint.name}`}
      description="They are sent again with the same webhook-id, so that the app's server notices what it already has."
      size="sm"
      locked={replay.isPending}
      footer={
        <DialogButtons
          label={count ? `Replay ${events}` : "Replay"}
          busy={replay.isPending}
          disabled={!count}
          onConfirm={start}
          onCancel={onClose}
        />
      }
    >
      <div className="space-y-4">
        <div className="grid grid-cols-2 gap-3">
          <DateInput name="from" label="From" value={from} min={earliest} max={to || today} onChange={setFrom} />
          <DateInput name="to" label="To" value={to} min={from || earliest} max={today} onChange={setTo} />
        </div>
        <p role="status" className="font-semibold text-sm">
          {data && (count ? `${events} failed.` : "Nothing failed in this period.")}
        </p>
        {problem && <Alert tone="danger">{problem.message}</Alert>}
      </div>
    </Dialog>
  );
}
