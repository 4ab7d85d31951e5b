"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { DateTime } from "@/components/common/date-time";
import { LazyConfirmDialog } from "@/components/common/form/lazy-confirm-dialog";
import { ProgressBar } from "@/components/common/progress-bar";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { BROADCAST_FAILURES } from "@/lib/contract/app-config.values";
import type { BroadcastWithFigures } from "@/lib/contract/app-config-broadcasts";
import { routes } from "@/lib/contract/routes";
import { formatCount } from "@/lib/format";
import { resendToUnknownDevicesMutation } from "@/lib/queries/broadcasts";
import { useAccess } from "@/lib/queries/rp";
import { BROADCAST_FAILURE_LABELS, formatDeviceCount, formatPeopleCount } from "./broadcast-words";

/** Shows how many devices a notification has reached, and why it did not reach the other devices. */
export function BroadcastResults({ broadcast }: { broadcast: BroadcastWithFigures }) {
  const { state, devices, done, sent, failed, mails, opened, people } = broadcast;
  const isActive = state === "sending" || state === "paused";
  // Hides "unknown" during sending, because devices count as unknown until Firebase responds.
  const shown = BROADCAST_FAILURES.filter(
    (reason) => failed[reason] > 0 && !(reason === "unknown" && state === "sending"),
  );
  return (
    <Card>
      <CardHeader title={isActive ? "Progress" : "Results"} />
      <div className="space-y-4 px-5 pb-5">
        {isActive && (
          <div className="space-y-1">
            <ProgressBar label="Devices done" value={done} max={Math.max(devices, done)} />
            <p className="text-muted text-sm">{phaseText(broadcast)}</p>
          </div>
        )}
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
          <Figure label="Sent" value={sent} note={`of ${formatDeviceCount(devices)}`} />
          <Figure label="Opened" value={opened} note={`of ${formatPeopleCount(people)}`} />
          <Figure label="Failed" value={shown.reduce((sum, reason) => sum + failed[reason], 0)} />
          <Figure label="Emails" value={mails} />
        </dl>
        {shown.length > 0 && (
          <div>
            <h3 className="mb-2 font-semibold text-sm">Not delivered</h3>
            <ul className="divide-y divide-border text-sm">
              {shown.map((reason) => (
                <li key={reason} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
                  <span className="min-w-0 flex-1">
                    <strong>{BROADCAST_FAILURE_LABELS[reason].label}</strong>{" "}
                    <span className="text-muted">{BROADCAST_FAILURE_LABELS[reason].note}</span>
                  </span>
                  <span className="font-semibold tabular-nums">{formatCount(failed[reason])}</span>
                  {reason === "unknown" && state === "sent" && <ResendButton broadcast={broadcast} />}
                </li>
              ))}
            </ul>
          </div>
        )}
        {broadcast.started_at && (
          <p className="text-muted text-sm">
            Started <DateTime at={broadcast.started_at} />
            {broadcast.ended_at && (
              <>
                , ended <DateTime at={broadcast.ended_at} />
              </>
            )}
            .
          </p>
        )}
      </div>
    </Card>
  );
}

function phaseText({ state, phase, failed }: BroadcastWithFigures) {
  if (state === "paused") return "Paused. The batch that was being sent is finished.";
  if (phase === "mails") return "Devices are done. Emails are being queued.";
  if (phase === "retries")
    return `Trying again ${formatDeviceCount(failed.unavailable)} that Firebase did not accept. This can take some minutes.`;
  return "Sending in batches. You can leave this page.";
}

type FigureProps = { label: string; value: number; note?: string };

const Figure = ({ label, value, note }: FigureProps) => (
  <div>
    <dt className="font-semibold text-muted text-sm">{label}</dt>
    <dd className="font-extrabold text-2xl tabular-nums tracking-tight">{formatCount(value)}</dd>
    {note && <dd className="text-muted text-xs">{note}</dd>}
  </div>
);

function ResendButton({ broadcast }: { broadcast: BroadcastWithFigures }) {
  const mayResend = useAccess(routes.appConfig.resendUnknown);
  const { mutateAsync } = useMutation(resendToUnknownDevicesMutation());
  const [isConfirming, setIsConfirming] = useState(false);
  if (!mayResend) return null;
  const devices = formatDeviceCount(broadcast.failed.unknown);
  return (
    <>
      <Button size="sm" onClick={() => setIsConfirming(true)}>
        Send again
      </Button>
      <LazyConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={`Send again to ${devices}?`}
        consequence="Some of them may have received it already. The new one replaces it there, but the phone can ring twice."
        confirmLabel="Send again"
        onConfirm={() => mutateAsync({ broadcastId: broadcast.id, version: broadcast.version })}
      />
    </>
  );
}
