import "server-only";
import { Secret, TOTP } from "otpauth";
import { decrypt } from "@/lib/server/base/secret";

const STEP_SECONDS = 30;
/** Steps that the admin's clock may be off. */
const WINDOW = 1;

const totpOf = (secret: string, email = "") =>
  new TOTP({ issuer: "Cross River Pay", label: email, secret: Secret.fromBase32(secret), period: STEP_SECONDS });

/** 160 random bits in base32, as people type them into an authenticator app. */
export const newSecret = () => new Secret({ size: 20 }).base32;

/** `otpauth://…`, which authenticator apps read from a QR code. */
export const uriOf = (secret: string, email: string) => totpOf(secret, email).toString();

/** @returns the 30-second step, counted from 1970, in which this is the code; null when it is none of the present ones */
export function stepOfCode(secret: string, code: string, now = Date.now()): number | null {
  const delta = totpOf(secret).validate({ token: code, window: WINDOW, timestamp: now });
  return delta === null ? null : Math.floor(now / 1_000 / STEP_SECONDS) + delta;
}

/** The secret of an authenticator app; null when APP_SECRET has changed since: then no code of the app fits any more. */
export function readableSecret(sealed: Buffer): string | null {
  try {
    return decrypt(sealed, "authenticator-secret");
  } catch {
    return null;
  }
}
