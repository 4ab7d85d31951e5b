"use client";

import { useMutation } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/common/form/confirm-dialog";
import { RelativeTime } from "@/components/common/relative-time";
import type { AppKey } from "@/lib/contract/app-config-keys";
import { endAppKeyMutation } from "@/lib/queries/app-keys";

type Props = {
  appKey: AppKey;
  /** True if the key's app has no other valid key. */
  isLast: boolean;
  onClose: () => void;
};

/** Asks for confirmation, showing when the app key was last used, and ends the key. */
export function AppKeyEndDialog({ appKey, isLast, onClose }: Props) {
  const { mutateAsync } = useMutation(endAppKeyMutation());
  const { id, name, app, prefix, last_used_at } = appKey;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`End ${name}?`}
      consequence={
        <>
          Every further call with {prefix}… of the app {app} is refused. This can't be undone.{" "}
          {isLast &&
            `It is the only valid key of the app, so its webhooks stop, too. Their events are stored as failed: they can be replayed when the app has a key again. `}
          {last_used_at ? (
            <>
              Last used: <RelativeTime at={last_used_at} />.
            </>
          ) : (
            "It was never used."
          )}
        </>
      }
      confirmLabel="End the key"
      tone="danger"
      onConfirm={() => mutateAsync({ appKeyId: id })}
    />
  );
}
