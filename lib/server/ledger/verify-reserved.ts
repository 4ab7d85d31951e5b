import "server-only";
import { sql } from "drizzle-orm";
import type { Transaction } from "@/lib/server/db/client";
import { ACCOUNT_WORDS } from "./accounts";
import type { Pool } from "./reserve";

type Promised = { code: Pool; reserved: number; promised: number };

/**
 * What the pools keep back, with what it is kept for: the promotions pool for payments under way that use a promotion, the
 * grants pool for what programmes that are open or closed have not paid of their budget. In one statement, so of one moment.
 */
export async function reservedFaults(tx: Transaction): Promise<{ faults: string[] }> {
  const { rows } = await tx.execute<Promised>(sql`
    select a.code, a.reserved::float8 as reserved, p.promised::float8 as promised
    from ledger_accounts a join (
      select 'promotions_pool' as code, coalesce(sum(amount), 0) as promised from promotion_redemptions
        where state = 'reserved'
      union all select 'grants_pool', coalesce(sum(budget - paid), 0) from grant_programmes where state in ('open', 'closed')
    ) p on p.code = a.code
    where a.reserved <> p.promised order by a.code`);
  const faults = rows.map(
    ({ code, reserved, promised }) =>
      `${ACCOUNT_WORDS[code]} keeps ${reserved} kobo back, while ${promised} kobo are promised.`,
  );
  return { faults };
}
