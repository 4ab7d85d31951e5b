import "server-only";
import { satisfiesPolicy } from "@/lib/contract/access";
import type { InputOf } from "@/lib/contract/common";
import type { ItemDecisionResults, reconciliationItemCalls } from "@/lib/contract/reconciliation-items";
import type { Route } from "@/lib/contract/route";
import { routes } from "@/lib/contract/routes";
import { formatMoney, pluralize } from "@/lib/format";
import type { HandlerContext, SignedInAdmin, WriteContext } from "@/lib/server/api/context";
import { Refusal, refuse } from "@/lib/server/api/errors";
import type { AuditEntry } from "@/lib/server/audit/audit";
import { type RefusedRecord, refusalAuditEntries } from "@/lib/server/audit/refused-records";
import type { Queryable } from "@/lib/server/db/client";
import { conflictMessage } from "@/lib/server/records/version";
import { insertMatch, refuseInvalidMatch } from "./match";
import { openMovementsOfItems } from "./movements";
import { readReconciliationItems, reconciliationItemName, shareReconciliationLock, sumBySide } from "./record";
import { checkResolution, describeResolution, requestMovement } from "./resolve";
import type { ReconciliationItemRecord } from "./rows";

type Calls = typeof reconciliationItemCalls;
type Row = InputOf<Calls["decideItems"]>["rows"][number];
type Result = ItemDecisionResults["results"][number];
type ExecuteContext = Pick<WriteContext, "tx" | "admin" | "audit">;
type Reader = { db: Queryable; admin: SignedInAdmin; lock: boolean };

/** A checked decision about one or several items. `message` describes its effect. `execute` is null if the decision was already executed. */
type CheckedDecision = {
  message: string;
  items: readonly ReconciliationItemRecord[];
  execute: ((context: ExecuteContext) => Promise<string>) | null;
};

/** Returns what each decision would do, or why it would be refused. Changes nothing. */
export async function previewDecisions({ db, admin }: HandlerContext, { rows }: InputOf<Calls["previewDecisions"]>) {
  const rowByItem = new Map<number, number>();
  const results: Result[] = [];
  for (const row of rows)
    results.push(
      await resultOf(row, async () => {
        const { message, items, execute } = await checkDecision({ db, admin, lock: false }, row);
        if (!execute) return { outcome: "unchanged", message };
        for (const { id } of items) {
          const earlier = rowByItem.get(id);
          if (earlier !== undefined) throw refuse.conflict(`The row of item ${earlier} above uses item ${id} already.`);
        }
        for (const { id } of items) rowByItem.set(id, row.item_id);
        return { outcome: "done", message };
      }),
    );
  return { results };
}

/** Executes decisions, each in a savepoint: a refused row changes nothing, and the other rows are executed. */
export async function decideReconciliationItems(
  { tx, admin, audit }: WriteContext,
  { rows }: InputOf<Calls["decideItems"]>,
) {
  await shareReconciliationLock(tx);
  const results: Result[] = [];
  const refused: RefusedRecord[] = [];
  let audited = 0;
  for (const row of rows) {
    const entries: AuditEntry[] = [];
    const result = await resultOf(row, () =>
      tx.transaction(async (savepoint) => {
        const { message, execute } = await checkDecision({ db: savepoint, admin, lock: true }, row);
        if (!execute) return { outcome: "unchanged", message } as const;
        const done = await execute({ tx: savepoint, admin, audit: (entry) => void entries.push(entry) });
        return { outcome: "done", message: done } as const;
      }),
    );
    results.push(result);
    if (result.outcome === "done") for (const entry of entries) audit(entry);
    if (result.outcome === "done") audited += entries.length;
    if (result.outcome === "refused")
      refused.push({
        record: { type: "reconciliation_item", id: String(row.item_id), name: `Item ${row.item_id}` },
        refusal: result.message,
      });
  }
  const refusals = refusalAuditEntries(refused);
  for (const entry of refusals) audit(entry);
  // Audits also a file that changes nothing, such as one that was already sent before.
  if (audited + refusals.length === 0) audit({ record: null, after: { rows: rows.length, changed: 0 } });
  return { results };
}

async function resultOf(row: Row, run: () => Promise<Pick<Result, "outcome" | "message">>): Promise<Result> {
  try {
    return { item_id: row.item_id, ...(await run()) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { item_id: row.item_id, outcome: "refused", message: error.message };
  }
}

const checkDecision = (reader: Reader, row: Row): Promise<CheckedDecision> =>
  row.decision === "match" ? checkMatchRow(reader, row) : checkResolutionRow(reader, row, row.decision);

async function checkMatchRow({ db, admin, lock }: Reader, row: Row): Promise<CheckedDecision> {
  refuseWithoutRight(admin, routes.reconciliation.matchItems);
  const ids = [...new Set([row.item_id, ...row.match_with])];
  if (ids.length < 2) throw refuse.badInput("Write the numbers of the items in “Match with”.");
  const items = await readReconciliationItems(db, ids, lock);
  const [first] = items;
  if (first && first.matchId !== null && items.every(({ matchId }) => matchId === first.matchId))
    return { message: "Matched with each other already.", items, execute: null };
  refuseStale(items, row);
  await refuseInvalidMatch(db, items);
  const count = pluralize(items.length, "item");
  const [sum = 0] = sumBySide(items).values();
  return {
    message: `Matches ${count} of ${formatMoney(sum)}.`,
    items,
    execute: async (context) => `Matched ${count}: match ${await insertMatch(context, items, row.remark)}.`,
  };
}

async function checkResolutionRow(
  { db, admin, lock }: Reader,
  row: Row,
  how: "write_off" | "suspense",
): Promise<CheckedDecision> {
  refuseWithoutRight(admin, routes.reconciliation.resolveItem);
  if (row.match_with.length) throw refuse.badInput("Only the decision Match uses “Match with”. Empty that cell.");
  const items = await readReconciliationItems(db, [row.item_id], lock);
  const [item] = items;
  if (!item) throw refuse.notFound("item");
  const [open] = await openMovementsOfItems(db, items);
  if (open) return { message: `${open.reference} was requested already.`, items, execute: null };
  refuseStale(items, row);
  const checked = await checkResolution(db, item, how);
  return {
    message: `${describeResolution(checked)}. Another admin approves it.`,
    items,
    execute: async (context) => `${await requestMovement(context, item, checked, row.remark)} waits for approval.`,
  };
}

function refuseStale(items: readonly ReconciliationItemRecord[], { item_id, version }: Row): void {
  const item = items.find(({ id }) => id === item_id);
  if (item && version !== undefined && item.version !== version)
    throw refuse.conflict(
      conflictMessage("item", `${reconciliationItemName(item)} has changed`).replace(
        "you opened it",
        "the file was exported",
      ),
    );
}

function refuseWithoutRight({ rights }: SignedInAdmin, { policy }: Route): void {
  if (!satisfiesPolicy(rights, policy)) throw refuse.forbidden();
}
