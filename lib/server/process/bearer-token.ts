import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";

/** Returns true if an Authorization header contains this bearer token. Compares in constant time. */
export function hasBearerToken(header: string | null | undefined, token: string): boolean {
  const [sentHash, wantedHash] = [header ?? "", `Bearer ${token}`].map((text) =>
    createHash("sha256").update(text).digest(),
  );
  return Boolean(sentHash && wantedHash && timingSafeEqual(sentHash, wantedHash));
}
