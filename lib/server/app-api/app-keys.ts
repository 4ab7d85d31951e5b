import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { v5 as uuidOf } from "uuid";
import { type AppKey, env } from "@/lib/env";
import { Refusal } from "@/lib/server/api/errors";

/** App to which a call's key belongs, by its name in APP_API_KEYS. */
export type App = { name: string };

/** Keys created by this process for the simulated citizens, which have no configured key. */
const internalKeys: AppKey[] = [];

export function addInternalKey(name: string, key: string): void {
  internalKeys.push({ name, digest: digestOf(key) });
}

/**
 * Returns the app of a key. Compares all keys in constant time, so that response times reveal nothing about them.
 * @throws 503 if no key is configured; 401 for an unknown key
 */
export function authenticateApp(token: string | null, configured: readonly AppKey[] = env().appKeys): App {
  const keys = [...configured, ...internalKeys];
  if (!keys.length) throw new Refusal(503, "APP_KEYS_UNSET", KEYS_UNSET_MESSAGE);
  const givenDigest = digestOf(token ?? "");
  let name: string | null = null;
  for (const key of keys) if (timingSafeEqual(key.digest, givenDigest)) name = key.name;
  if (name === null) throw new Refusal(401, "UNAUTHORIZED", WRONG_KEY_MESSAGE);
  return { name };
}

const KEYS_UNSET_MESSAGE =
  "The citizen app's API is disabled: no key is set. Ask operations to set APP_API_KEYS to name:key pairs and to restart the server.";
const WRONG_KEY_MESSAGE = "This is not a key of the citizen app. Send one as Authorization: Bearer <key>.";

const digestOf = (key: string) => createHash("sha256").update(key).digest();

/** Returns the device name for audit rows of an app's calls. */
export const auditDeviceName = ({ name }: App) => `Citizen app ${name}`;

const APP_ID_NAMESPACE = "6b1f0f0c-0c55-4e0c-9f0e-0f9a6a5d9c11";
/** Returns the caller id of an app for Idempotency-Keys: the same for both keys of a name. */
export const idempotencyCallerId = ({ name }: App) => uuidOf(name, APP_ID_NAMESPACE);
