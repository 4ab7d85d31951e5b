import "server-only";
import type { SystemAccount } from "@/lib/contract/ledger.values";
import {
  type ManualMovementKind,
  type MovementDirection,
  type MovementState,
  toPostings,
} from "@/lib/contract/system-wallet.values";
import { formatMoney } from "@/lib/format";
import type { Transaction } from "@/lib/server/db/client";
import { approvals } from "@/lib/server/db/schema/approvals";
import { walletMovements } from "@/lib/server/db/schema/system-wallet";
import { describeMovement } from "@/lib/server/system-wallet/describe-movement";
import { MOVEMENT_RECORD_TYPE } from "@/lib/server/system-wallet/list-movements";
import { demoAdminId } from "./admins";
import type { DemoAuditAction } from "./audit-rows";
import { DAY_MS, HOUR_MS, MINUTE_MS, type SeedClock } from "./clock";
import type { PastLedgerEntry } from "./ledger";
import { seedId } from "./random";

const NAIRA_KOBO = 100;
const MILLION_NAIRA = 1_000_000 * NAIRA_KOBO;

type MovementStory = {
  /** When the transfer was requested, in hours ago. */
  asked: number;
  /** Hours between request and decision; omitted if still pending. */
  decided?: number;
  state?: MovementState;
  kind: ManualMovementKind;
  account: SystemAccount;
  to?: SystemAccount;
  direction?: MovementDirection;
  amount: number;
  note: string;
  external?: string;
};

/** Manual transfers of the demo data: first the funding of the pools, then the usual transfers of three months. */
const MOVEMENT_STORIES: readonly MovementStory[] = [
  {
    asked: 100 * 24,
    decided: 3,
    kind: "fund",
    account: "grants_pool",
    amount: 180 * MILLION_NAIRA,
    note: "Release of the state for the grant programmes of this year",
    external: "MOF/CRS/2026/0417",
  },
  {
    asked: 99 * 24,
    decided: 5,
    kind: "fund",
    account: "promotions_pool",
    amount: 2 * MILLION_NAIRA,
    note: "Budget of the promotions for the quarter",
    external: "MOF/CRS/2026/0421",
  },
  {
    asked: 96 * 24,
    decided: 2,
    kind: "fund",
    account: "suspense",
    amount: 1_250_000 * NAIRA_KOBO,
    note: "Bank credit without a reference, sender to be found",
    external: "FT26220KQ71",
  },
  {
    asked: 91 * 24,
    decided: 26,
    kind: "transfer",
    account: "suspense",
    to: "grants_pool",
    amount: 1_250_000 * NAIRA_KOBO,
    note: "Sender found: a sponsor of the market women's programme",
  },
  {
    asked: 74 * 24,
    decided: 4,
    kind: "adjust",
    account: "settlement_float",
    direction: "decrease",
    amount: 18_450_50,
    note: "Charges of the bank in the statement of the month, not yet booked",
  },
  {
    asked: 70 * 24,
    decided: 7,
    state: "rejected",
    kind: "withdraw",
    account: "grants_pool",
    amount: 9 * MILLION_NAIRA,
    note: "Payment to a vendor",
  },
  {
    asked: 62 * 24,
    decided: 5,
    kind: "fund",
    account: "grants_pool",
    amount: 40 * MILLION_NAIRA,
    note: "Second release for the farmers' programme",
    external: "MOF/CRS/2026/0588",
  },
  {
    asked: 48 * 24,
    decided: 3,
    kind: "withdraw",
    account: "promotions_pool",
    amount: 1_640_000 * NAIRA_KOBO,
    note: "Unspent budget of the school fees promotion goes back",
    external: "FT26268MM02",
  },
  {
    asked: 33 * 24,
    decided: 6,
    kind: "fund",
    account: "suspense",
    amount: 340_000 * NAIRA_KOBO,
    note: "Settlement of the card scheme higher than reported",
    external: "FT26283PL88",
  },
  {
    asked: 20 * 24,
    decided: 1,
    state: "cancelled",
    kind: "transfer",
    account: "promotions_pool",
    to: "grants_pool",
    amount: 2 * MILLION_NAIRA,
    note: "Requested by mistake",
  },
  {
    asked: 12 * 24,
    decided: 4,
    kind: "adjust",
    account: "settlement_float",
    direction: "increase",
    amount: 18_450_50,
    note: "The bank took its charges back",
  },
  {
    asked: 6 * 24,
    decided: 3,
    kind: "fund",
    account: "promotions_pool",
    amount: 3 * MILLION_NAIRA,
    note: "Budget of the end-of-year promotion",
    external: "MOF/CRS/2026/0702",
  },
  {
    asked: 9,
    state: "awaiting_approval",
    kind: "transfer",
    account: "suspense",
    to: "promotions_pool",
    amount: 340_000 * NAIRA_KOBO,
    note: "The card scheme confirmed its settlement",
  },
  {
    asked: 3,
    state: "awaiting_approval",
    kind: "fund",
    account: "grants_pool",
    amount: 25 * MILLION_NAIRA,
    note: "Third release for the farmers' programme",
    external: "MOF/CRS/2026/0719",
  },
  {
    asked: 2,
    state: "draft",
    kind: "withdraw",
    account: "grants_pool",
    amount: 4_200_000 * NAIRA_KOBO,
    note: "Return to the sponsor, waiting for their account number",
  },
];

/** Builds the manual transfers requested by the finance officer and decided by the owner. */
export function buildManualTransfers(clock: SeedClock) {
  const [finance, owner] = [demoAdminId("finance"), demoAdminId("owner")];
  const rows: (typeof walletMovements.$inferInsert)[] = [];
  const entries: PastLedgerEntry[] = [];
  const actions: DemoAuditAction[] = [];
  const waiting: (typeof approvals.$inferInsert)[] = [];
  for (const [index, story] of MOVEMENT_STORIES.entries()) {
    const { kind, account, amount, note } = story;
    const state = story.state ?? "posted";
    const id = seedId("wallet movement", index);
    // Moves requests older than 30 h into office hours, by counting their age from midnight.
    const requestedAgo =
      story.asked * HOUR_MS - (story.asked > 30 ? (9 + ((index * 5) % 6)) * HOUR_MS + index * MINUTE_MS : 0);
    const requestedAt = clock.ago(requestedAgo);
    const decidedAt =
      story.decided === undefined ? null : clock.ago(requestedAgo - story.decided * HOUR_MS - 7 * MINUTE_MS);
    const entryId = state === "posted" ? seedId("wallet entry", index) : null;
    const reference = `WAL-${String(index + 1).padStart(6, "0")}`;
    const toAccount = story.to ?? null;
    const direction = story.direction ?? null;
    const changeText = describeMovement({ kind, account, toAccount, direction, amount, reversesEntryId: null });
    rows.push({
      id,
      reference,
      kind,
      state,
      account,
      toAccount,
      direction,
      amount,
      note,
      externalReference: story.external ?? "",
      requestedBy: finance,
      requestedAt,
      decidedBy: decidedAt && state !== "cancelled" ? owner : null,
      decidedAt,
      entryId,
      version: decidedAt ? 2 : 1,
    });
    const record = { type: MOVEMENT_RECORD_TYPE, id, name: reference };
    const createValues = { kind, account, to_account: toAccount, amount: formatMoney(amount), note };
    actions.push({
      at: requestedAt,
      adminId: finance,
      action: "systemWallet.createMovement",
      record,
      before: null,
      after: { ...createValues, state: state === "draft" ? "draft" : "awaiting_approval" },
    });
    if (decidedAt)
      actions.push({
        at: decidedAt,
        adminId: state === "cancelled" ? finance : owner,
        action: state === "cancelled" ? "systemWallet.cancelMovement" : "approvals.decide",
        record,
        before: { state: "awaiting_approval" },
        after: { state, change: changeText },
      });
    if (entryId && decidedAt)
      entries.push({
        id: entryId,
        key: `movement:${id}`,
        kind,
        description: `${changeText} (${reference})`,
        source: { type: MOVEMENT_RECORD_TYPE, id },
        postedBy: owner,
        at: decidedAt,
        postings: toPostings({ kind, account, to_account: toAccount, direction, amount }).map((each) => ({
          accountId: each.accountId,
          amount: each.amount,
        })),
      });
    if (state === "awaiting_approval")
      waiting.push({
        id: seedId("wallet approval", index),
        kind: "systemWallet.submitMovement",
        recordType: MOVEMENT_RECORD_TYPE,
        recordId: id,
        recordName: reference,
        change: changeText,
        payload: {},
        requestedBy: finance,
        requestedAt,
        reason: note,
        expiresAt: new Date(requestedAt.getTime() + 7 * DAY_MS),
      });
  }
  return { rows, entries, actions, waiting };
}

/** Inserts manual transfers and their pending approval requests, and sets the sequence of their references. */
export async function loadManualTransfers(tx: Transaction, { rows, waiting }: ReturnType<typeof buildManualTransfers>) {
  await tx.insert(walletMovements).values(rows);
  await tx.execute(`select setval('wallet_movement_number', ${rows.length})`);
  await tx.insert(approvals).values(waiting);
}
