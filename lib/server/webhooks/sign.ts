import "server-only";
import { createHmac, randomBytes } from "node:crypto";
import { decrypt } from "@/lib/server/base/secret";

const PREFIX = "whsec_";
const PURPOSE = "webhook-secret";

/** Creates a secret as the Standard Webhooks specification writes it: `whsec_` and 32 random bytes in base64. */
export const createWebhookSecret = () => PREFIX + randomBytes(32).toString("base64");

/** Decrypts an endpoint's secret. */
export const decryptWebhookSecret = (encrypted: Buffer) => decrypt(encrypted, PURPOSE);

/**
 * Returns the headers that identify and sign a message (https://www.standardwebhooks.com).
 * @param secrets all valid secrets: two during a rotation, because the receiver may still use the old one
 * @param at seconds since 1970
 */
export function signedWebhookHeaders(
  secrets: readonly string[],
  { id, at, body }: { id: string; at: number; body: string },
) {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${at}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": String(at), "webhook-signature": signatures.join(" ") };
}
