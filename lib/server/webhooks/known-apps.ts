import "server-only";
import { env } from "@/lib/env";
import type { EndpointRow } from "./endpoint-record";

/** Returns the names of the apps in APP_API_KEYS. */
export const knownApps = () => [...new Set(env().appKeys.map(({ name }) => name))];

export const isKnownApp = (app: string) => knownApps().includes(app);

/** Returns true if events may be sent to an endpoint: it is enabled, and its app still has a key. */
export const receivesEvents = ({ enabled, app }: Pick<EndpointRow, "enabled" | "app">) => enabled && isKnownApp(app);
