import "server-only";
import { hash, verify } from "@node-rs/argon2";

// OWASP's argon2id setting of 19 MiB; a sign-in takes some tens of milliseconds.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** argon2id, for passwords and for mailed codes (6 digits are guessed in no time from a fast hash). */
export const hashSecret = (secret: string) => hash(secret, OPTIONS);

let nobody: Promise<string> | undefined;

/**
 * Whether the secret fits. Without a hash (unknown account) it works as long on one that nothing fits, so that the time
 * tells nothing.
 */
export async function secretFits(secret: string, stored: string | null): Promise<boolean> {
  nobody ??= hashSecret("no account has this password");
  const fits = await verify(stored ?? (await nobody), secret);
  return stored !== null && fits;
}
