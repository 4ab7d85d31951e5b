import "server-only";
import { sql } from "drizzle-orm";
import { bankAndLedger, providerAndLedger } from "./propose-by-reference";
import type { Proposal } from "./rules";

/** Proposes items with a provider's reference, or with the external reference of a manual transfer. */
export const proposeByProviderReference: readonly Proposal[] = [
  providerAndLedger(sql`provider_reference`),
  bankAndLedger(sql`matching_tokens`, sql`token`),
];
