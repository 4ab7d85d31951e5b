import "server-only";
import { sql } from "drizzle-orm";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import type { Transaction } from "@/lib/server/db/client";
import { isWalletAccount, SYSTEM_ACCOUNT_PHRASES } from "./accounts";

type ReservedPool = { id: string; reserved: number; promised: number };

const poolCode = (id: string) => (id === IDS.grants_pool ? "grants_pool" : "promotions_pool");

/** Maximum number of reported faults, because a longer list would not tell more. */
const MAX_FAULTS = 20;

/**
 * Compares the reserved kobo of each account with the amounts that must be reserved: for open payments with a promotion (promotions pool),
 * unpaid budgets of open and closed programmes (grants pool), and open withdrawals (wallets). A single statement, so that all amounts are
 * from the same moment.
 */
export async function checkReservedAmounts(tx: Transaction): Promise<{ faults: string[] }> {
  const { rows } = await tx.execute<ReservedPool>(sql`
    with promised as (
      select ${IDS.promotions_pool}::uuid as id, coalesce(sum(amount), 0) as amount from promotion_redemptions
        where state = 'reserved'
      union all select ${IDS.grants_pool}::uuid, coalesce(sum(budget - paid), 0) from grant_programmes
        where state in ('open', 'closed')
      union all select t.user_id, sum(t.amount + t.fee) from transactions t join withdrawals w on w.transaction_id = t.id
        where t.state in ('pending', 'processing') group by t.user_id
    )
    select coalesce(a.id, p.id) as id, coalesce(a.reserved, 0)::float8 as reserved, coalesce(p.amount, 0)::float8 as promised
    from (select id, reserved from ledger_accounts where reserved <> 0) a full join promised p on p.id = a.id
    where coalesce(a.reserved, 0) <> coalesce(p.amount, 0)
    order by 1 limit ${MAX_FAULTS}`);
  const faults = rows.map(
    ({ id, reserved, promised }) =>
      `${isWalletAccount(id) ? `The wallet of user ${id}` : SYSTEM_ACCOUNT_PHRASES[poolCode(id)]} keeps ${reserved} kobo back, while ${promised} kobo are promised.`,
  );
  return { faults };
}
