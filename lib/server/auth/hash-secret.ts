import "server-only";
import { hash, verify } from "@node-rs/argon2";

// OWASP's recommended argon2id setting with 19 MiB; a sign-in takes some tens of milliseconds.
const ARGON2_OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes passwords and mailed codes with argon2id. With a fast hash, all 6-digit codes could be tried quickly. */
export const hashSecret = (secret: string) => hash(secret, ARGON2_OPTIONS);

let dummyHash: Promise<string> | undefined;

/** Returns true if the secret matches. Without a stored hash it verifies a dummy, so that timing reveals nothing. */
export async function verifySecret(secret: string, stored: string | null): Promise<boolean> {
  dummyHash ??= hashSecret("no account has this password");
  const isMatch = await verify(stored ?? (await dummyHash), secret);
  return stored !== null && isMatch;
}
