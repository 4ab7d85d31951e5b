import "server-only";
import { sql } from "drizzle-orm";
import { proposeBankAndLedger, proposeProviderAndLedger } from "./propose-by-reference";
import type { ProposalQuery } from "./rules";

/** Proposes items that share a provider's reference, or bank lines with the external reference of a ledger item. */
export const proposeByProviderReference: readonly ProposalQuery[] = [
  proposeProviderAndLedger(sql`provider_reference`),
  proposeBankAndLedger(sql`matching_tokens`, sql`token`),
];
