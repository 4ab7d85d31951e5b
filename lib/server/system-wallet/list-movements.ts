import "server-only";
import { and, desc, eq, exists, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type InputOf, splitChoiceList } from "@/lib/contract/common";
import { SYSTEM_ACCOUNT_IDS, type SystemAccount } from "@/lib/contract/ledger.values";
import { cleanPastedLine } from "@/lib/contract/pasted.values";
import type { MovementDetails, MovementRow, systemWalletCalls } from "@/lib/contract/system-wallet";
import {
  counterAccountOf,
  MANUAL_MOVEMENT_KINDS,
  MOVEMENT_LIST,
  type MovementKind,
  type MovementState,
} from "@/lib/contract/system-wallet.values";
import { fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { waitingApprovalsOfRecords } from "@/lib/server/approvals/waiting-requests";
import { readRecordTimeline } from "@/lib/server/audit/timeline";
import { endOfDay, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { ledgerPostings } from "@/lib/server/db/schema/ledger";
import { walletMovements } from "@/lib/server/db/schema/system-wallet";
import { transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { countUpToCap, orderByClause, toPagedList } from "@/lib/server/lists/list";
import { hasArrivedBy, readListWindow } from "@/lib/server/lists/list-window";
import { parseSearchText } from "@/lib/server/lists/search-terms";
import { toAdminRef } from "@/lib/server/records/admin-record";
import { movementStateSql } from "./movement-state";
import { readSuspense } from "./read-suspense";

type ListInput = InputOf<typeof systemWalletCalls.movements>;

/** Filters of the list of manual transfers. */
export type MovementFilters = Omit<ListInput, "page" | "size" | "sort">;

/** Record type of manual transfers in approvals and the audit trail. */
export const MOVEMENT_RECORD_TYPE = "wallet_movement" as const;

const SORTS = { requested_at: [walletMovements.requestedAt], amount: [walletMovements.amount] };
const decider = alias(admins, "decider");

const selectRows = (db: Queryable) =>
  db
    .select({
      movement: walletMovements,
      state: movementStateSql(),
      by: admins,
      decider,
      transaction: transactions,
      user: users,
    })
    .from(walletMovements)
    .leftJoin(transactions, eq(transactions.id, walletMovements.transactionId))
    .leftJoin(users, eq(users.id, transactions.userId))
    .innerJoin(admins, eq(admins.id, walletMovements.requestedBy))
    .leftJoin(decider, eq(decider.id, walletMovements.decidedBy));

/** Lists manual transfers, newest first by default. */
export async function listMovements(db: Queryable, input: ListInput) {
  const where = movementFilter(input);
  const sort = input.sort ?? "-requested_at";
  const rows = await selectRows(db)
    .where(where)
    .orderBy(orderByClause(sort, SORTS, walletMovements.id))
    .limit(input.size)
    .offset(input.page * input.size);
  const count = await countUpToCap(db, walletMovements, where);
  const items = rows.map(toRow);
  const window = await readListWindow(db, MOVEMENT_LIST, { ...input, sort }, items, {
    table: walletMovements,
    at: walletMovements.requestedAt,
    where: () => movementFilter({ ...input, until: undefined }),
  });
  return { ...toPagedList(input, items, count), ...window };
}

/** Returns the SQL condition for the filters of the list of manual transfers. */
export function movementFilter(input: MovementFilters): SQL | undefined {
  const { q, state, kind, account, from, to, posted_from, posted_to, until } = input;
  const accounts = account ? splitChoiceList<SystemAccount>(account) : undefined;
  const states = state ? splitChoiceList<MovementState>(state) : undefined;
  const searchTerms = q?.trim() ? parseSearchText(q, "WAL", "TRX", "RFD") : undefined;
  const references = searchTerms?.references ?? [];
  return and(
    states && inArray(movementStateSql(), states),
    // Also filters by an indexed column, in which expired requests still have the state "awaiting_approval".
    states && inArray(walletMovements.state, [...states, "awaiting_approval"]),
    kind ? inArray(walletMovements.kind, splitChoiceList<MovementKind>(kind)) : undefined,
    accounts && movesAccounts(accounts),
    hasArrivedBy(walletMovements.requestedAt, until),
    from ? gte(walletMovements.requestedAt, startOfDay(from)) : undefined,
    to ? lt(walletMovements.requestedAt, endOfDay(to)) : undefined,
    posted_from || posted_to ? eq(walletMovements.state, "posted") : undefined,
    posted_from ? gte(walletMovements.decidedAt, startOfDay(posted_from)) : undefined,
    posted_to ? lt(walletMovements.decidedAt, endOfDay(posted_to)) : undefined,
    searchTerms
      ? or(
          inArray(walletMovements.reference, references),
          inArray(walletMovements.externalReference, [searchTerms.value, cleanPastedLine(q ?? "")]),
          sql`${walletMovements.transactionId} = any(array(
            select id from transactions where ${inArray(transactions.reference, references)}))`,
        )
      : undefined,
  );
}

/** SQL condition: the manual transfer changes one of these accounts. The pending count of an account uses the same condition. */
const movesAccounts = (accounts: readonly SystemAccount[]) =>
  or(
    inArray(walletMovements.account, accounts),
    inArray(walletMovements.toAccount, accounts),
    inArray(
      walletMovements.kind,
      MANUAL_MOVEMENT_KINDS.filter((kind) => accounts.some((account) => account === counterAccountOf(kind))),
    ),
    exists(
      sql`(select 1 from ${ledgerPostings} where ${eq(ledgerPostings.entryId, walletMovements.reversesEntryId)}
        and ${inArray(
          ledgerPostings.accountId,
          accounts.map((account) => SYSTEM_ACCOUNT_IDS[account]),
        )})`,
    ),
  );

const toRow = ({
  movement,
  state,
  by,
  decider: decidedBy,
  transaction,
  user,
}: Awaited<ReturnType<typeof selectRows>>[number]): MovementRow => ({
  id: movement.id,
  reference: movement.reference,
  kind: movement.kind,
  state,
  account: movement.account,
  to_account: movement.toAccount,
  direction: movement.direction,
  amount: movement.amount,
  note: movement.note,
  external_reference: movement.externalReference,
  requested_by: toAdminRef(by),
  requested_at: movement.requestedAt.toISOString(),
  decided_by: decidedBy && toAdminRef(decidedBy),
  decided_at: movement.decidedAt?.toISOString() ?? null,
  entry_id: movement.entryId,
  reverses_entry_id: movement.reversesEntryId,
  transaction: transaction &&
    user && { id: transaction.id, reference: transaction.reference, user: { id: user.id, name: fullName(user) } },
  version: movement.version,
});

/** Returns one manual transfer with its open approval request and its history. @throws 404 */
export async function readMovementDetails(db: Queryable, movementId: string): Promise<MovementDetails> {
  const [row] = await selectRows(db).where(eq(walletMovements.id, movementId));
  if (!row) throw refuse.notFound("movement");
  return {
    ...toRow(row),
    awaiting: (await waitingApprovalsOfRecords(db, MOVEMENT_RECORD_TYPE, [movementId])).get(movementId) ?? null,
    timeline: await readRecordTimeline(db, MOVEMENT_RECORD_TYPE, movementId),
  };
}

/** Returns the money on suspense for a transaction, and the manual transfers for it. @throws 404 */
export async function readSuspenseWithMovements(db: Queryable, transactionId: string) {
  if ((await db.$count(transactions, eq(transactions.id, transactionId))) === 0) throw refuse.notFound("transaction");
  const { available } = await readSuspense(db, transactionId);
  const rows = await selectRows(db)
    .where(eq(walletMovements.transactionId, transactionId))
    .orderBy(desc(walletMovements.requestedAt), desc(walletMovements.id));
  return { available, movements: rows.map(toRow) };
}
