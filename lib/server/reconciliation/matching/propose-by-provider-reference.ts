import "server-only";
import { sql } from "drizzle-orm";
import { proposeBankAndLedger, proposeProviderAndLedger } from "./propose-by-reference";
import type { ProposalQuery } from "./rules";

/** Proposes items with a provider's reference, or with the external reference of a manual transfer. */
export const proposeByProviderReference: readonly ProposalQuery[] = [
  proposeProviderAndLedger(sql`provider_reference`),
  proposeBankAndLedger(sql`matching_tokens`, sql`token`),
];
