"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { requestPushPermission } from "@/lib/client/push/registration";
import type { PushConfig } from "@/lib/contract/push";
import { refetchNotices } from "@/lib/queries/notices-unread";
import { savePushDevice } from "@/lib/queries/push";

/** Sets up push notifications when the browser is idle. Errors are only logged (specification section 4). */
export function PushListener({ config }: { config: PushConfig }) {
  const client = useQueryClient();
  useEffect(() => {
    let isUnmounted = false;
    let stopListening = () => {};
    const startListening = async () => {
      if (!(await requestPushPermission())) throw new Error("Notifications are not allowed in this browser.");
      const [{ receivePushMessages }, { showPushToast }] = await Promise.all([
        import("@/lib/client/push/device"),
        import("./push-toast"),
      ]);
      stopListening = await receivePushMessages(config, {
        save: savePushDevice,
        show: (push) => {
          showPushToast(push);
          refetchNotices(client);
        },
      });
      if (isUnmounted) stopListening();
    };
    const runWhenIdle = window.requestIdleCallback ?? ((run) => setTimeout(run, 2_000));
    runWhenIdle(() => {
      if (!isUnmounted) startListening().catch((error) => console.warn("Push is not available.", error));
    });
    return () => {
      isUnmounted = true;
      stopListening();
    };
  }, [config, client]);
  return null;
}
