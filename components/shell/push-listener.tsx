"use client";

import { useEffect } from "react";
import { isPushAllowed } from "@/lib/client/push/registration";
import type { PushConfig } from "@/lib/contract/push";
import { saveDevice } from "@/lib/queries/push";

/** Sets up push notifications when the browser is idle. Errors are only logged (specification section 4). */
export function PushListener({ config }: { config: PushConfig }) {
  useEffect(() => {
    let isGone = false;
    let stop = () => {};
    const setUp = async () => {
      if (!(await isPushAllowed())) throw new Error("Notifications are not allowed in this browser.");
      const [{ receivePushes }, { showPush }] = await Promise.all([
        import("@/lib/client/push/device"),
        import("./push-toast"),
      ]);
      stop = await receivePushes(config, { save: saveDevice, show: showPush });
      if (isGone) stop();
    };
    const whenIdle = window.requestIdleCallback ?? ((run) => setTimeout(run, 2_000));
    whenIdle(() => {
      if (!isGone) setUp().catch((error) => console.warn("Push is not available.", error));
    });
    return () => {
      isGone = true;
      stop();
    };
  }, [config]);
  return null;
}
