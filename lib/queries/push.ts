import { mutationOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";

/** Reads the push settings; null if push is not configured or the read fails, so that pages work without it. */
export const fetchPushConfig = () => api.push.config().catch(() => null);

/** Registers this browser's push token for the admin. */
export const savePushDevice = (deviceToken: string) => api.push.saveDevice({ device_token: deviceToken });

/** Sends a test push to the caller's devices. An error explains which setting is missing. */
export const sendTestPushMutation = () =>
  mutationOptions({
    mutationFn: () => api.push.sendTest(),
    meta: { done: "A test notification is on its way to your devices." },
  });
