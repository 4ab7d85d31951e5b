import "server-only";
import { sql } from "drizzle-orm";
import { LAGOS_TODAY } from "@/lib/server/reconciliation/open-items";
import type { FindingQuery } from "./findings";

/** Regular expression for settlement ids in bank narrations, as Paystack and the simulated provider write them. */
const SETTLEMENT_TEXT = String.raw`\m(?:PSTK_[A-Za-z0-9]+|SIM-\d{4}-\d{2}-\d{2})\M`;

/** SQL condition: the narration of a bank line refers to a settlement that the provider does not list. */
const namesUnknownSettlement = sql`i.narration ~ ${SETTLEMENT_TEXT}::text and not exists (select 1 from reconciliation_items s
  where s.kind = 'settlement' and s.narration = substring(i.narration from ${SETTLEMENT_TEXT}::text))`;

/**
 * Classifies due items without a counterpart. A bank line with our reference is `missing_in_ledger`; one that refers to a settlement is
 * `missing_at_provider`; any other is `unknown`, also if its reference belongs to a ledger item that is already matched.
 */
const dueItems: FindingQuery = () => sql`select i.id,
    case when i.side = 'ledger' then case when i.kind in ('movement', 'remittance') then 'missing_at_bank' else 'missing_at_provider' end
      when i.side = 'provider' then case when i.kind = 'settlement' then 'missing_at_bank' else 'missing_in_ledger' end
      when ${namesUnknownSettlement} then 'missing_at_provider'
      when exists (select 1 from matching_references n where n.item_id = i.id) and not exists (
        select 1 from matching_references n join reconciliation_items l on l.reference = n.ref and l.side = 'ledger'
        where n.item_id = i.id) then 'missing_in_ledger'
      else 'unknown' end,
    null, null::bigint
  from matching_items i where i.due_on <= ${LAGOS_TODAY}`;

/** Finds due items without a counterpart. */
export const missingItemFindings: readonly FindingQuery[] = [dueItems];
