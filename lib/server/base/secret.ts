import "server-only";
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { convertHashToNewestKey, hashesUnderSuccessiveKeys } from "./layered-hash";
import {
  type AppSecret,
  activeSecret,
  appSecretState,
  configuredSecrets,
  deriveKey,
  hasPreviousSecrets,
  keysOfPurpose,
} from "./secret-keys";

/** Kind of value that is encrypted. Each kind has its own key. */
export type EncryptionPurpose = "identity-number" | "authenticator-secret" | "webhook-secret" | "replaced-keys";

/** First bytes of a ciphertext with a key id. Older ciphertexts begin with random bytes. */
const TAG_MARK = Buffer.from("crp-key:", "latin1");
const TAG_BYTES = TAG_MARK.length + 6;

/** Returns the first 14 bytes of each ciphertext under this secret: a mark, and the 6 bytes of the key id. */
export const ciphertextTag = ({ keyId }: AppSecret) => Buffer.concat([TAG_MARK, Buffer.from(keyId, "hex")]);

/**
 * Encrypts with AES-256-GCM: 14 bytes tag (which is authenticated), 12 bytes nonce, 16 bytes authentication tag,
 * ciphertext. In a transaction, use `encryptForStorage` (secrets/write-keys.ts), which is safe during a rotation.
 */
export function encrypt(
  plaintext: string,
  purpose: EncryptionPurpose = "identity-number",
  secret = activeSecret(),
): Buffer {
  const isOldest = keysOfPurpose(secret, "identity-number-hash").length === 1;
  const tag = isOldest && Date.now() < (appSecretState()?.untaggedUntil ?? 0) ? Buffer.alloc(0) : ciphertextTag(secret);
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(secret, purpose), nonce).setAAD(tag);
  const body = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
  return Buffer.concat([tag, nonce, cipher.getAuthTag(), body]);
}

/**
 * Decrypts with the secret that the ciphertext's key id names.
 * @throws Error if that secret is not configured, or the bytes were changed
 */
export function decrypt(encrypted: Buffer, purpose: EncryptionPurpose = "identity-number"): string {
  const secrets = configuredSecrets();
  if (encrypted.subarray(0, TAG_MARK.length).equals(TAG_MARK)) {
    const tag = encrypted.subarray(0, TAG_BYTES);
    const secret = secrets.find((each) => ciphertextTag(each).equals(tag));
    const plaintext = secret && tryDecrypt(encrypted.subarray(TAG_BYTES), { tag, key: deriveKey(secret, purpose) });
    if (plaintext !== undefined && plaintext !== null) return plaintext;
  }
  // The ciphertext has no key id, so this tries every secret, oldest first, until the authentication tag fits. The oldest is most likely
  // right.
  for (const secret of secrets.toReversed()) {
    const plaintext = tryDecrypt(encrypted, { tag: Buffer.alloc(0), key: deriveKey(secret, purpose) });
    if (plaintext !== null) return plaintext;
  }
  throw new Error("This value was encrypted with a secret that is neither APP_SECRET nor in APP_SECRET_PREVIOUS.");
}

function tryDecrypt(encrypted: Buffer, { tag, key }: { tag: Buffer; key: Buffer }): string | null {
  if (encrypted.length < 28) return null;
  const decipher = createDecipheriv("aes-256-gcm", key, encrypted.subarray(0, 12)).setAAD(tag);
  decipher.setAuthTag(encrypted.subarray(12, 28));
  try {
    return Buffer.concat([decipher.update(encrypted.subarray(28)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

/**
 * Hashes an identity number (NIN or BVN) under the active secret, so that duplicates are found without decrypting. In a transaction, use
 * `hashesForStorage` (secrets/write-keys.ts), which is safe during a rotation.
 */
export const hashIdentityNumber = (value: string) => newest(identityNumberHashes(value));

/** Returns an identity number's hashes, oldest first: one for each secret that `secret` replaced, then the one for `secret`. */
export const identityNumberHashes = (value: string, secret = activeSecret()) =>
  hashesUnderSuccessiveKeys(keysOfPurpose(secret, "identity-number-hash"), value);

/** Converts the stored hash of an identity number from an older secret to `secret`, without knowing the number. */
export const rotatedIdentityNumberHash = (hash: string, secret: AppSecret) =>
  convertHashToNewestKey(keysOfPurpose(secret, "identity-number-hash"), hash);

const newest = (hashes: readonly string[]) => hashes.at(-1) ?? "";

/** Returns the MAC of a text under each configured secret. A new signature is the first MAC; a check accepts any of them. */
function signatures(
  text: string,
  { purpose, algorithm = "sha256" }: { purpose: string; algorithm?: string },
): Buffer[] {
  const active = activeSecret();
  const others = hasPreviousSecrets() ? configuredSecrets().filter(({ keyId }) => keyId !== active.keyId) : [];
  return [active, ...others].map((secret) =>
    createHmac(algorithm, deriveKey(secret, purpose)).update(text, "utf8").digest(),
  );
}

/** Returns the first element of a list with one element per secret, which is never empty. */
const first = <T>(all: readonly T[]): T => {
  const [one] = all;
  if (one === undefined) throw new Error("There is always a secret.");
  return one;
};

/** Returns the valid signatures of a webhook of the simulated payment provider. A real provider issues its own secret. */
export const simulatedProviderSignatures = (raw: string) =>
  signatures(raw, { purpose: "simulated-payment-provider", algorithm: "sha512" });
/** Signs a webhook of the simulated payment provider. */
export const simulatedProviderSignature = (raw: string) => first(simulatedProviderSignatures(raw));

/**
 * Hashes an Idempotency-Key of the citizen app for storage: the app may have put personal data into it.
 * @returns the hash under each secret, oldest first; a new key is stored with the last one
 */
export const idempotencyHashes = (key: string, secret = activeSecret()) =>
  hashesUnderSuccessiveKeys(keysOfPurpose(secret, "idempotency-key"), key);
/** Returns the hash under which a new Idempotency-Key of the citizen app is stored. */
export const idempotencyHash = (key: string) => newest(idempotencyHashes(key));

/** Characters of printed codes, without I, L, O and U, which are easily misread. */
const CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const inGroupsOfFour = (bytes: Buffer, length: number) =>
  [...bytes.subarray(0, length)]
    .map((byte) => CODE_ALPHABET[byte % 32])
    .join("")
    .replace(/.{4}(?=.)/g, "$&-");

/**
 * Returns the code for following an anonymous report: 16 characters in groups of four (80 bits). The code is not stored. It is derived
 * from the report's id, so that the response to a repeated request can contain the same code.
 */
export const reportCode = (reportId: string, secret = activeSecret()) => newest(reportCodes(reportId, secret));

/**
 * Returns the possible codes of an anonymous report, oldest secret first. Only one of them is right: the code was derived from the secret
 * that was active when the report was filed.
 */
export const reportCodes = (reportId: string, secret = activeSecret()) =>
  keysOfPurpose(secret, "report-code").map(({ key }) =>
    inGroupsOfFour(createHmac("sha256", key).update(reportId).digest(), 16),
  );

/**
 * Hashes the code of an anonymous report for storage. The notation in which the code was typed does not matter. The hash does not reveal
 * the code.
 */
export const reportCodeHash = (code: string, secret = activeSecret()) => newest(reportCodeHashes(code, secret));

/** Returns the hashes under which the report with this code may be stored, one for each secret. */
export const reportCodeHashes = (code: string, secret = newestSecret()) =>
  hashesUnderSuccessiveKeys(keysOfPurpose(secret, "report-code-hash"), normaliseCode(code));

/** Returns the current APP_SECRET, from which the keys of all earlier secrets can be found. */
const newestSecret = () => first(configuredSecrets());

/** Normalises a typed code: upper case, no separators, I and L as 1, O as 0. */
const normaliseCode = (code: string) =>
  code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replace(/[IL]/g, "1")
    .replaceAll("O", "0");

/** Creates an admin's recovery code: 16 random characters in groups of four (80 bits). */
export const generateRecoveryCode = () => inGroupsOfFour(randomBytes(16), 16);

/** Hashes a recovery code for storage. The hash does not reveal the code. */
export const recoveryCodeHash = (code: string) => newest(recoveryCodeHashes(code, activeSecret()));

/**
 * Returns the hashes under which a recovery code may be stored, one for each secret. Accepts the code in any notation, such as lower case.
 */
export const recoveryCodeHashes = (code: string, secret = newestSecret()) =>
  hashesUnderSuccessiveKeys(keysOfPurpose(secret, "recovery-code-hash"), normaliseCode(code));

/** Returns the valid challenges for a passkey. They are not stored, but derived from the reference of the admin's proof of identity. */
export const passkeyChallenges = (reference: string) => signatures(reference, { purpose: "passkey-challenge" });
/**
 * Returns a new challenge for a passkey.
 * @param reference reference of the admin's proof of identity
 */
export const passkeyChallenge = (reference: string) => first(passkeyChallenges(reference));

/** Returns the valid signatures of the cookie of a remembered device (auth/remember-device.ts). */
export const rememberedDeviceSignatures = (text: string) =>
  signatures(text, { purpose: "remembered-device" }).map((bytes) => bytes.toString("base64url"));

/**
 * Returns the valid MACs of the position up to which the audit trail was verified. Without a MAC, anyone with the database's password
 * could change the position. A new position is stored with the first MAC.
 */
export const auditVerificationMacs = (mark: string) =>
  signatures(mark, { purpose: "audit-verified-mark" }).map((bytes) => bytes.toString("hex"));

/**
 * Returns the valid signatures of the position at which a ledger check was interrupted. A check resumes only from a position with a valid
 * signature.
 */
export const ledgerCheckSignatures = (text: string) =>
  signatures(text, { purpose: "ledger-check" }).map((bytes) => bytes.toString("base64url"));

/**
 * Returns the valid setup keys with which the only full administrator can create a second one.
 * @param uses number of setup keys of this kind that were used before
 */
export const secondAdminSetupKeys = (uses: number) =>
  signatures(String(uses), { purpose: "second-setup-key" }).map((bytes) => inGroupsOfFour(bytes, 20));
/**
 * Returns the setup key for a second full administrator under the active secret.
 * @param uses number of setup keys of this kind that were used before
 */
export const secondAdminSetupKey = (uses: number) => first(secondAdminSetupKeys(uses));

/**
 * Returns the keys that set up an empty installation: 20 characters in groups of four (100 bits). Derived from the secret, so that every
 * instance prints the same key. A key works once, because the installation is not empty afterwards.
 */
export const setupKeys = () =>
  signatures("first administrator", { purpose: "setup-key" }).map((bytes) => inGroupsOfFour(bytes, 20));
/** Returns the key that sets up an empty installation, as the server prints it. */
export const setupKey = () => first(setupKeys());
