"use client";

import { useMutation } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/common/form/confirm-dialog";
import { RelativeTime } from "@/components/common/relative-time";
import type { AppKey } from "@/lib/contract/app-config-keys";
import { endAppKeyMutation } from "@/lib/queries/app-keys";

/** Asks for confirmation with the time of the last use, then ends a key. */
export function AppKeyEndDialog({ appKey, onClose }: { appKey: AppKey; onClose: () => void }) {
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
