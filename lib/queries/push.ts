import { api } from "@/lib/client/api";

/** Null when push is not set up, and when that can't be found out: no page fails for it. */
export const pushConfig = () => api.push.config().catch(() => null);

export const saveDevice = (deviceToken: string) => api.push.saveDevice({ device_token: deviceToken });
