import "server-only";
import { Secret, TOTP } from "otpauth";
import { decrypt } from "@/lib/server/base/secret";

const STEP_SECONDS = 30;
/** Number of 30 s steps by which the phone's clock may be off. */
const STEP_TOLERANCE = 1;

const totpOf = (secret: string, email = "") =>
  new TOTP({ issuer: "Cross River Pay", label: email, secret: Secret.fromBase32(secret), period: STEP_SECONDS });

/** Creates a secret of 160 random bits in base32, which people can type into an authenticator app. */
export const createTotpSecret = () => new Secret({ size: 20 }).base32;

/** Returns the `otpauth://…` URI that authenticator apps read from a QR code. */
export const totpUriOf = (secret: string, email: string) => totpOf(secret, email).toString();

/**
 * Checks a code of an authenticator app.
 * @returns the number of the 30-second step since 1970 for which the code is valid; null for an invalid code
 */
export function timeStepOfCode(secret: string, code: string, now = Date.now()): number | null {
  const delta = totpOf(secret).validate({ token: code, window: STEP_TOLERANCE, timestamp: now });
  return delta === null ? null : Math.floor(now / 1_000 / STEP_SECONDS) + delta;
}

/** Decrypts the secret of an authenticator app. Returns null if no configured APP_SECRET decrypts it: the app's codes are then invalid. */
export function decryptTotpSecret(encrypted: Buffer): string | null {
  try {
    return decrypt(encrypted, "authenticator-secret");
  } catch {
    return null;
  }
}
