"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { LazyConfirmDialog } from "@/components/common/form/lazy-confirm-dialog";
import { Button } from "@/components/ui/button";
import { toast } from "@/lib/client/toast";
import type { BroadcastWithFigures } from "@/lib/contract/app-config-broadcasts";
import { routes } from "@/lib/contract/routes";
import { cancelBroadcastMutation, pauseBroadcastMutation } from "@/lib/queries/broadcasts";
import { useAccess } from "@/lib/queries/rp";
import { formatDeviceCount, formatEmailCount } from "./broadcast-words";

/** Renders buttons that pause, resume and cancel the sending of a notification. Messages already being delivered still arrive. */
export function BroadcastSendingControls({ broadcast }: { broadcast: BroadcastWithFigures }) {
  const { id, version, state, title } = broadcast;
  const mayControl = useAccess(routes.appConfig.pauseBroadcast);
  const pause = useMutation(pauseBroadcastMutation());
  const cancel = useMutation(cancelBroadcastMutation());
  const [cancelling, setCancelling] = useState(false);
  if (!mayControl || !["scheduled", "sending", "paused"].includes(state)) return null;
  const isScheduled = state === "scheduled";
  const setPaused = (paused: boolean) =>
    pause.mutate(
      { broadcastId: id, version, paused },
      {
        onError: (error) => void toast.error(error.message),
        onSuccess: () => void toast.success(paused ? "Paused." : "Sending resumed."),
      },
    );
  return (
    <>
      {!isScheduled && (
        <Button
          variant={state === "paused" ? "primary" : "secondary"}
          busy={pause.isPending}
          onClick={() => setPaused(state === "sending")}
        >
          {state === "paused" ? "Resume" : "Pause"}
        </Button>
      )}
      <Button variant="danger" onClick={() => setCancelling(true)}>
        {isScheduled ? "Cancel schedule" : "Cancel sending"}
      </Button>
      <LazyConfirmDialog
        open={cancelling}
        onOpenChange={setCancelling}
        title={isScheduled ? `Cancel the schedule of “${title}”?` : `Cancel sending “${title}”?`}
        consequence={
          isScheduled
            ? "It becomes a draft again. Nobody was notified."
            : `${unsentText(broadcast)} Devices that received it keep it. This can't be undone.`
        }
        confirmLabel={isScheduled ? "Cancel schedule" : "Cancel sending"}
        tone="danger"
        onConfirm={() => cancel.mutateAsync({ broadcastId: id, version })}
      />
    </>
  );
}

/**
 * Describes how many devices and emails a cancelled notification will not reach. Counts devices that were unavailable at the first
 * attempt, because their retry is cancelled too. Counts emails until the retries begin, because all emails are queued before.
 */
function unsentText({ devices, done, failed, ...broadcast }: BroadcastWithFigures) {
  const unsentDevices = Math.max(devices - done, 0) + failed.unavailable;
  const mayMail = broadcast.mail_without_device && broadcast.audience.kind !== "languages";
  const toMail = mayMail && broadcast.phase !== "retries" ? Math.max(broadcast.without_device - broadcast.mails, 0) : 0;
  const sentences = [
    unsentDevices > 0 && `${formatDeviceCount(unsentDevices)} will not get it.`,
    toMail > 0 && `${formatEmailCount(toMail)} will not be sent.`,
  ].filter(Boolean);
  return sentences.length > 0 ? sentences.join(" ") : "Nothing is left to send.";
}
