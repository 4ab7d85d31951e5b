import { z } from "zod";
import { endpoint, instant, listInput, pageOf } from "./common";
import { LEDGER_ENTRY_KINDS, LEDGER_ENTRY_LIST } from "./ledger.values";
import { systemWalletRoutes as routes } from "./system-wallet.routes";

const ledgerEntryRow = z.object({
  id: z.string(),
  kind: z.enum(LEDGER_ENTRY_KINDS),
  description: z.string(),
  posted_at: instant,
});
/** A ledger entry as a row of the search results. */
export type LedgerEntryRow = z.infer<typeof ledgerEntryRow>;

/** Call that searches the ledger entries of all accounts. */
export const ledgerEntriesCalls = {
  entries: endpoint(routes.entries, {
    summary: "Ledger entries of all accounts by id, reference or words of the description, newest first",
    input: listInput(LEDGER_ENTRY_LIST).required({ q: true }),
    output: pageOf(ledgerEntryRow),
  }),
};
