import "server-only";
import { sign } from "node:crypto";
import { z } from "zod";
import { env, type ServiceAccount } from "@/lib/env";
import { FirebaseError } from "./firebase-error";

const OAUTH_SCOPE = "https://www.googleapis.com/auth/firebase.messaging";
const TOKEN_LIFE_SECONDS = 3_600;
/** Seconds before its expiry from which a cached access token is no longer used. */
const RENEWAL_MARGIN_SECONDS = 60;
const TIMEOUT_MS = 4_000;

const tokenResponse = z.object({ access_token: z.string().min(1), expires_in: z.number() });

let cachedToken: { token: string; until: number } | undefined;

/**
 * Returns the bearer token for FCM: exchanges a JWT, signed with the service account's key, for a token valid for one
 * hour (RFC 7523). Uses node:crypto, because firebase-admin adds a hundred packages, and google-auth-library its own
 * HTTP client.
 * @throws {FirebaseError}
 */
export async function fetchFirebaseAccessToken(account: ServiceAccount): Promise<string> {
  if (cachedToken && cachedToken.until > Date.now()) return cachedToken.token;
  const { firebaseTokenUrl } = env();
  const response = await fetch(firebaseTokenUrl, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion: signedAssertion(account, firebaseTokenUrl),
    }),
    cache: "no-store",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(FirebaseError.unreachable);
  if (!response.ok) throw await FirebaseError.of(response);
  const { data } = tokenResponse.safeParse(await response.json().catch(() => null));
  if (!data) throw new FirebaseError("unavailable", "the answer of the token endpoint can't be read");
  cachedToken = { token: data.access_token, until: Date.now() + (data.expires_in - RENEWAL_MARGIN_SECONDS) * 1_000 };
  return cachedToken.token;
}

/** Drops the cached token after FCM rejected it; the next push requests a new one. */
export function clearFirebaseAccessToken(): void {
  cachedToken = undefined;
}

function signedAssertion({ clientEmail, privateKey, privateKeyId }: ServiceAccount, audience: string): string {
  const now = Math.floor(Date.now() / 1_000);
  const jwtHeader = { alg: "RS256", typ: "JWT", kid: privateKeyId };
  const claims = { iss: clientEmail, scope: OAUTH_SCOPE, aud: audience, iat: now, exp: now + TOKEN_LIFE_SECONDS };
  const text = [jwtHeader, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  return `${text}.${sign("sha256", Buffer.from(text), privateKey).toString("base64url")}`;
}
