import "server-only";
import { createHash } from "node:crypto";

/** Returns `SIM-` and twelve characters, which is clearly not the reference of a real provider. */
export const simulatedProviderReference = (key: string) =>
  `SIM-${createHash("sha256").update(`number ${key}`).digest("hex").slice(0, 12).toUpperCase()}`;
