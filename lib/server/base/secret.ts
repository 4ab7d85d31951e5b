import "server-only";
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { env } from "@/lib/env";

/** APP_SECRET, else a random one that is made once and kept in the data folder. */
function appSecret(): string {
  const { appSecret: given, dataDir } = env();
  if (given) return given;
  const file = path.join(dataDir, "secret");
  try {
    mkdirSync(dataDir, { recursive: true });
    // 'wx': of two processes that start together, one writes and the other reads.
    writeFileSync(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    const exists = error instanceof Error && "code" in error && error.code === "EEXIST";
    if (!exists) throw new Error("APP_SECRET is not set and the data folder can't be written.", { cause: error });
  }
  return readFileSync(file, "utf8");
}

const keys = new Map<string, Buffer>();

/** One key for each purpose, so that none serves two. */
function keyFor(purpose: string): Buffer {
  let key = keys.get(purpose);
  if (!key) {
    key = Buffer.from(hkdfSync("sha256", appSecret(), "cross-river-pay", purpose, 32));
    keys.set(purpose, key);
  }
  return key;
}

type Encrypted = "identity-number" | "authenticator-secret";

/** AES-256-GCM: 12 bytes nonce, 16 bytes tag, then the ciphertext. */
export function encrypt(plain: string, purpose: Encrypted = "identity-number"): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyFor(purpose), nonce);
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

export function decrypt(sealed: Buffer, purpose: Encrypted = "identity-number"): string {
  const decipher = createDecipheriv("aes-256-gcm", keyFor(purpose), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString("utf8");
}

/** Finds the same number again without knowing it; useless without the key. */
export const keyedHash = (value: string) =>
  createHmac("sha256", keyFor("identity-number-hash")).update(value).digest("hex");

/** Signs what the simulated payment provider sends; a real provider hands out a secret of its own. */
export const webhookSignature = (raw: string) =>
  createHmac("sha512", keyFor("simulated-payment-provider")).update(raw, "utf8").digest();

/** Stands for an Idempotency-Key of the citizen app, in which it may have written whom a call is about. */
export const idempotencyHash = (key: string) =>
  createHmac("sha256", keyFor("idempotency-key")).update(key).digest("hex");

/** No I, L, O, U: nobody has to guess which one was printed. */
const SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const grouped = (bytes: Buffer, signs: number) =>
  [...bytes.subarray(0, signs)]
    .map((byte) => SIGNS[byte % 32])
    .join("")
    .replace(/.{4}(?=.)/g, "$&-");

/**
 * The code with which an anonymous report is followed: 16 signs in groups of four (80 bits). Derived from the report's
 * id, so that a repeated answer has it again and it is stored nowhere.
 */
export const reportCode = (reportId: string) =>
  grouped(createHmac("sha256", keyFor("report-code")).update(reportId).digest(), 16);

/** Finds the report of a code, however it was typed; of the stored hash alone no code can be found. */
export const reportCodeHash = (code: string) =>
  createHmac("sha256", keyFor("report-code-hash")).update(signsOf(code)).digest("hex");

/** The signs of a grouped code, however it was typed. */
const signsOf = (code: string) =>
  code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replace(/[IL]/g, "1")
    .replaceAll("O", "0");

/** A recovery code of an admin: 16 random signs in groups of four (80 bits). */
export const newRecoveryCode = () => grouped(randomBytes(16), 16);

/** Finds a recovery code, however it was typed; of the stored hash alone no code can be found. */
export const recoveryCodeHash = (code: string) =>
  createHmac("sha256", keyFor("recovery-code-hash")).update(signsOf(code)).digest("hex");

/** The challenge that a passkey signs, derived from the reference under which it was requested: it is stored nowhere. */
export const passkeyChallenge = (reference: string) =>
  createHmac("sha256", keyFor("passkey-challenge")).update(reference).digest();

/** Signs by what a device is remembered (auth/remember-device.ts). */
export const deviceSignature = (text: string) =>
  createHmac("sha256", keyFor("remembered-device")).update(text).digest("base64url");

/** Signs where a check of the ledger stopped, so that it goes on there and nowhere else. */
export const ledgerCheckSignature = (text: string) =>
  createHmac("sha256", keyFor("ledger-check")).update(text).digest("base64url");

/**
 * The key with which the only full administrator makes another one: derived as the next one, and another after each use.
 * @param uses how many were used before
 */
export const secondSetupKey = (uses: number) =>
  grouped(createHmac("sha256", keyFor("second-setup-key")).update(String(uses)).digest(), 20);

/**
 * The key that sets up an empty installation: 20 signs in groups of four (100 bits). Derived, so that every instance and
 * every start prints the same one and nothing is stored; an installation is empty only once, so it works once.
 */
export function setupKey(): string {
  const bytes = createHmac("sha256", keyFor("setup-key")).update("first administrator").digest();
  return grouped(bytes, 20);
}
