import "server-only";
import { sql } from "drizzle-orm";
import type { ProposalQuery } from "./rules";

/** SQL condition: the provider's records of settlement `s` sum to its net amount, or no record is known. */
export const hasExactSettlementRecords = sql`coalesce((select sum(r.amount) from reconciliation_items r
  where r.settlement_id = s.id and not r.is_split), s.amount) = s.amount`;

/** Proposes a settlement and the first bank line of its amount whose narration contains the settlement's text. */
const settlementAndLine: ProposalQuery = () => sql`with candidates as (
    select s.id as settlement_id, b.id as line_id, row_number() over (partition by s.id order by b.day, b.id) as no,
      count(*) over (partition by b.id) as settlements
    from matching_items s
    join matching_items b on b.side = 'bank' and b.amount = s.amount and strpos(b.plain, s.plain) > 0
    where s.kind = 'settlement' and s.amount <> 0 and btrim(s.plain) <> '' and ${hasExactSettlementRecords})
  select (row_number() over (order by settlement_id))::integer, unnest(array[settlement_id, line_id]), null::uuid from candidates
  where no = 1 and settlements = 1`;

/** Proposes a settlement of ₦0 alone, because the bank has no line for it. */
const settlementOfZero: ProposalQuery = () => sql`select (row_number() over (order by s.id))::integer, s.id, null::uuid
  from matching_items s where s.kind = 'settlement' and s.amount = 0 and ${hasExactSettlementRecords}`;

/** Proposes settlements with the bank lines that paid them. */
export const proposeBySettlement: readonly ProposalQuery[] = [settlementAndLine, settlementOfZero];
