import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { v5 as uuidOf } from "uuid";
import { type AppKey, env } from "@/lib/env";
import { Refusal } from "@/lib/server/api/errors";

/** Whose key a call brought: the name that the settings gave it. */
export type App = { name: string };

/** Keys that this process made for itself: of the simulated citizens, who have no other way in. */
const own: AppKey[] = [];

export function addOwnKey(name: string, key: string): void {
  own.push({ name, digest: digestOf(key) });
}

/**
 * Whose key this is. All of them are compared, each in constant time, so that nothing can be measured of how near a
 * guess comes or of which key fits.
 * @throws 503 while no key is set; 401 for anything that is none.
 */
export function appOf(token: string | null, configured: readonly AppKey[] = env().appKeys): App {
  const keys = [...configured, ...own];
  if (!keys.length) throw new Refusal(503, "APP_KEYS_UNSET", UNSET);
  const given = digestOf(token ?? "");
  let name: string | null = null;
  for (const key of keys) if (timingSafeEqual(key.digest, given)) name = key.name;
  if (name === null) throw new Refusal(401, "UNAUTHORIZED", WRONG);
  return { name };
}

const UNSET =
  "The citizen app's door is closed: no key is set. Ask operations to set APP_API_KEYS to name:key pairs and to start the server again.";
const WRONG = "This is not a key of the citizen app. Send one as Authorization: Bearer <key>.";

const digestOf = (key: string) => createHash("sha256").update(key).digest();

/** How audit rows call the device that an app's call came from. */
export const deviceOf = ({ name }: App) => `Citizen app ${name}`;

const APPS = "6b1f0f0c-0c55-4e0c-9f0e-0f9a6a5d9c11";
/** An app as the caller of an Idempotency-Key: the same for both keys of a name. */
export const callerIdOf = ({ name }: App) => uuidOf(name, APPS);
