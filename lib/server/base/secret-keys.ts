import "server-only";
import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { env } from "@/lib/env";

/** A value of APP_SECRET. `keyId` and `checkValue` identify the secret in the database and reveal nothing about it. */
export type AppSecret = { secret: string; keyId: string; checkValue: string };

/**
 * Purposes of keys that are needed after their APP_SECRET is replaced, because stored values depend on them
 * (docs/decisions/0027-rotation-of-app-secret.md).
 */
export const KEY_PURPOSES_KEPT_AFTER_ROTATION = [
  "identity-number-hash",
  "idempotency-key",
  "report-code",
  "report-code-hash",
  "recovery-code-hash",
] as const;
/** Purpose of a key that is needed after its APP_SECRET is replaced. */
export type KeptKeyPurpose = (typeof KEY_PURPOSES_KEPT_AFTER_ROTATION)[number];

/** Keys derived from an APP_SECRET that was replaced, in base64, by purpose. */
export type ReplacedKeys = { keyId: string; keys: Partial<Record<KeptKeyPurpose, string>> };

/** State of the secrets as stored in the database (secrets/key-state.ts). */
export type AppSecretState = {
  /** Key id of the secret that encrypts and hashes new values. */
  activeKeyId: string;
  /** True while values may exist that were encrypted or hashed with another secret than the active one. */
  isRotating: boolean;
  /**
   * Until this time in ms, ciphertexts are written without a key id, because instances of an older release can't read ciphertexts with one.
   */
  untaggedUntil: number;
  /** Time in ms at which the active secret replaced another one. */
  activeSince: number;
  /** Keys of replaced secrets, oldest first. The map's key is the key id of the secret that replaced them. */
  replacedKeys: ReadonlyMap<string, readonly ReplacedKeys[]>;
};

// Shared through globalThis, because Next.js bundles instrumentation, pages and the API separately.
const globalState = globalThis as { crossRiverPayKeyState?: AppSecretState };

/** Returns the state of the secrets as last read from the database; undefined in tests and commands that have not read it. */
export const appSecretState = (): AppSecretState | undefined => globalState.crossRiverPayKeyState;
/** Sets the state of the secrets that this process uses. */
export const setAppSecretState = (state: AppSecretState | undefined) => {
  globalState.crossRiverPayKeyState = state;
};

/** Returns the path of the file that stores the secret of an installation without APP_SECRET. */
export const appSecretFile = () => path.join(env().dataDir, "secret");

const secretsByFile = new Map<string, AppSecret>();

/** Returns APP_SECRET, or else the secret stored in the data folder. Null if neither exists. */
export function findCurrentSecret(): AppSecret | null {
  const { appSecret } = env();
  if (appSecret) return toAppSecret(appSecret);
  try {
    const secret = toAppSecret(readFileSync(appSecretFile(), "utf8"));
    secretsByFile.set(appSecretFile(), secret);
    return secret;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw new Error(`APP_SECRET is not set and ${appSecretFile()} can't be read.`, { cause: error });
  }
}

/** Returns APP_SECRET, or a random secret that is created once and stored in the data folder. */
export function currentSecret(): AppSecret {
  const { appSecret } = env();
  if (appSecret) return toAppSecret(appSecret);
  const known = secretsByFile.get(appSecretFile());
  if (known) return known;
  return findCurrentSecret() ?? createSecretFile();
}

function createSecretFile(): AppSecret {
  const file = appSecretFile();
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    // 'wx' fails if the file exists: of two processes that start together, one writes the file and the other reads it.
    writeFileSync(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    const exists = error instanceof Error && "code" in error && error.code === "EEXIST";
    if (!exists) throw new Error("APP_SECRET is not set and the data folder can't be written.", { cause: error });
  }
  return toAppSecret(readFileSync(file, "utf8"));
}

/** Returns true if APP_SECRET_PREVIOUS contains a secret, so that a rotation may be in progress. */
export const hasPreviousSecrets = () => env().previousAppSecrets.length > 0;

/** Returns the current secret, then the secrets in APP_SECRET_PREVIOUS, newest first. */
export const configuredSecrets = (): AppSecret[] => [currentSecret(), ...env().previousAppSecrets.map(toAppSecret)];

/** Returns the key ids of the configured secrets, newest first. Unlike `currentSecret`, does not create a missing secret. */
export const knownKeyIds = () =>
  [findCurrentSecret(), ...env().previousAppSecrets.map(toAppSecret)].flatMap((secret) => secret?.keyId ?? []);

/** Returns the secret that encrypts and hashes new values. After APP_SECRET was changed, that is the previous secret until `rotate-secret` runs. */
export function activeSecret(): AppSecret {
  const current = currentSecret();
  if (!hasPreviousSecrets()) return current;
  return configuredSecrets().find(({ keyId }) => keyId === appSecretState()?.activeKeyId) ?? current;
}

const knownSecrets = new Map<string, AppSecret>();

/** Returns a secret with its key id and check value, which are derived from it. */
export function toAppSecret(secret: string): AppSecret {
  const known = knownSecrets.get(secret);
  if (known) return known;
  const checkKey = Buffer.from(hkdfSync("sha256", secret, "cross-river-pay", "check-value", 32));
  const checkValue = createHmac("sha256", checkKey).update("APP_SECRET").digest("hex");
  const made = { secret, checkValue, keyId: checkValue.slice(0, 12) };
  knownSecrets.set(secret, made);
  return made;
}

const derivedKeys = new Map<string, Buffer>();

/** Derives the secret's key for one purpose, so that keys of different purposes are unrelated. */
export function deriveKey({ secret, keyId }: AppSecret, purpose: string): Buffer {
  const name = `${keyId} ${purpose}`;
  let key = derivedKeys.get(name);
  if (!key) {
    key = Buffer.from(hkdfSync("sha256", secret, "cross-river-pay", purpose, 32));
    derivedKeys.set(name, key);
  }
  return key;
}

/**
 * Returns the keys of the secrets that the given secret replaced, oldest first. A secret whose rotation has not begun will replace the active one,
 * so the active secret's keys are included.
 */
export function replacedKeysOf({ keyId }: AppSecret): readonly ReplacedKeys[] {
  const state = appSecretState();
  const stored = state?.replacedKeys.get(keyId);
  if (stored) return stored;
  const active =
    state && state.activeKeyId !== keyId && configuredSecrets().find((one) => one.keyId === state.activeKeyId);
  return active ? [...replacedKeysOf(active), keysKeptAfterRotation(active)] : [];
}

/** Returns the keys of a secret that are still needed after it is replaced (`KEY_PURPOSES_KEPT_AFTER_ROTATION`). */
export const keysKeptAfterRotation = (secret: AppSecret): ReplacedKeys => ({
  keyId: secret.keyId,
  keys: Object.fromEntries(
    KEY_PURPOSES_KEPT_AFTER_ROTATION.map((purpose) => [purpose, deriveKey(secret, purpose).toString("base64")]),
  ),
});

/** Returns a purpose's keys, oldest first: one for each secret that `secret` replaced, then the one for `secret`. */
export const keysOfPurpose = (secret: AppSecret, purpose: KeptKeyPurpose): { keyId: string; key: Buffer }[] => [
  ...replacedKeysOf(secret).flatMap(({ keyId, keys }) => {
    const key = keys[purpose];
    return key ? [{ keyId, key: Buffer.from(key, "base64") }] : [];
  }),
  { keyId: secret.keyId, key: deriveKey(secret, purpose) },
];
