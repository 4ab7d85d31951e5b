import { mutationOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";

/** Null when push is not set up, and when that can't be found out: no page fails for it. */
export const pushConfig = () => api.push.config().catch(() => null);

export const saveDevice = (deviceToken: string) => api.push.saveDevice({ device_token: deviceToken });

/** To the devices of mine; a refusal says in words what is missing. */
export const sendTestPushMutation = () =>
  mutationOptions({
    mutationFn: () => api.push.sendTest(),
    meta: { done: "A test notification is on its way to your devices." },
  });
