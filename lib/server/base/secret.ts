import "server-only";
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { env } from "@/lib/env";

/** Returns APP_SECRET, or a random secret that is created once and stored in the data folder. */
function appSecret(): string {
  const { appSecret: configured, dataDir } = env();
  if (configured) return configured;
  const file = path.join(dataDir, "secret");
  try {
    mkdirSync(dataDir, { recursive: true });
    // 'wx': if two processes start together, one writes the file and the other reads it.
    writeFileSync(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    const exists = error instanceof Error && "code" in error && error.code === "EEXIST";
    if (!exists) throw new Error("APP_SECRET is not set and the data folder can't be written.", { cause: error });
  }
  return readFileSync(file, "utf8");
}

const derivedKeys = new Map<string, Buffer>();

/** Derives a separate key for each purpose. */
function deriveKey(purpose: string): Buffer {
  let key = derivedKeys.get(purpose);
  if (!key) {
    key = Buffer.from(hkdfSync("sha256", appSecret(), "cross-river-pay", purpose, 32));
    derivedKeys.set(purpose, key);
  }
  return key;
}

type EncryptionPurpose = "identity-number" | "authenticator-secret" | "webhook-secret";

/** Encrypts with AES-256-GCM: 12 bytes nonce, 16 bytes tag, ciphertext. */
export function encrypt(plaintext: string, purpose: EncryptionPurpose = "identity-number"): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(purpose), nonce);
  const body = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

export function decrypt(encrypted: Buffer, purpose: EncryptionPurpose = "identity-number"): string {
  const decipher = createDecipheriv("aes-256-gcm", deriveKey(purpose), encrypted.subarray(0, 12));
  decipher.setAuthTag(encrypted.subarray(12, 28));
  return Buffer.concat([decipher.update(encrypted.subarray(28)), decipher.final()]).toString("utf8");
}

/** Hashes an identity number to find duplicates without decrypting. Useless without the key. */
export const keyedHash = (value: string) =>
  createHmac("sha256", deriveKey("identity-number-hash")).update(value).digest("hex");

/** Signs webhooks of the simulated payment provider. A real provider issues its own secret. */
export const webhookSignature = (raw: string) =>
  createHmac("sha512", deriveKey("simulated-payment-provider")).update(raw, "utf8").digest();

/** Authenticates how far the audit trail was verified, so that the mark can't be moved with the database's password. */
export const verifiedMarkMac = (mark: string) =>
  createHmac("sha256", deriveKey("audit-verified-mark")).update(mark).digest("hex");

/** Hashes an Idempotency-Key of the citizen app for storage: the app may have put personal data into it. */
export const idempotencyHash = (key: string) =>
  createHmac("sha256", deriveKey("idempotency-key")).update(key).digest("hex");

/** Characters of printed codes, without I, L, O and U, which are easily misread. */
const CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const inGroupsOfFour = (bytes: Buffer, length: number) =>
  [...bytes.subarray(0, length)]
    .map((byte) => CODE_ALPHABET[byte % 32])
    .join("")
    .replace(/.{4}(?=.)/g, "$&-");

/**
 * Returns the code for following an anonymous report: 16 characters in groups of four (80 bits). It is derived from the
 * report's id, so that a repeated request returns it again without storing it.
 */
export const reportCode = (reportId: string) =>
  inGroupsOfFour(createHmac("sha256", deriveKey("report-code")).update(reportId).digest(), 16);

/** Hashes a report code, in whatever notation it was typed, to find its report. The hash does not reveal the code. */
export const reportCodeHash = (code: string) =>
  createHmac("sha256", deriveKey("report-code-hash")).update(normaliseCode(code)).digest("hex");

/** Normalises a typed code: upper case, no separators, I and L as 1, O as 0. */
const normaliseCode = (code: string) =>
  code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replace(/[IL]/g, "1")
    .replaceAll("O", "0");

/** Creates an admin's recovery code: 16 random characters in groups of four (80 bits). */
export const generateRecoveryCode = () => inGroupsOfFour(randomBytes(16), 16);

/** Hashes a recovery code, in whatever notation it was typed. The hash does not reveal the code. */
export const recoveryCodeHash = (code: string) =>
  createHmac("sha256", deriveKey("recovery-code-hash")).update(normaliseCode(code)).digest("hex");

/** Returns the challenge for a passkey. It is derived from the request's reference, so it is not stored. */
export const passkeyChallenge = (reference: string) =>
  createHmac("sha256", deriveKey("passkey-challenge")).update(reference).digest();

/** Signs the cookie of a remembered device (auth/remember-device.ts). */
export const deviceSignature = (text: string) =>
  createHmac("sha256", deriveKey("remembered-device")).update(text).digest("base64url");

/** Signs the position of an interrupted ledger check, so that it can only resume there. */
export const ledgerCheckSignature = (text: string) =>
  createHmac("sha256", deriveKey("ledger-check")).update(text).digest("base64url");

/** Returns the setup key, with which the only full administrator can create a second one. @param uses earlier uses */
export const secondSetupKey = (uses: number) =>
  inGroupsOfFour(createHmac("sha256", deriveKey("second-setup-key")).update(String(uses)).digest(), 20);

/**
 * Returns the key that sets up an empty installation: 20 characters in groups of four (100 bits). Derived from the
 * secret, so that every instance prints the same one. It works once, because an installation is empty only once.
 */
export function setupKey(): string {
  const bytes = createHmac("sha256", deriveKey("setup-key")).update("first administrator").digest();
  return inGroupsOfFour(bytes, 20);
}
