import { hash } from "@node-rs/argon2";

/**
 * Hashes a password as the product does, but a hundred times as fast. Signing in is then as fast too, because the hash contains its cost
 * parameters.
 */
export const quickHash = (password: string) => hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1 });
