import "server-only";
import { eq, gte, sql } from "drizzle-orm";
import { allRowsUrl } from "@/lib/contract/list.values";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { ledgerAccounts } from "@/lib/server/db/schema/ledger";
import { walletMovements } from "@/lib/server/db/schema/system-wallet";
import {
  cappedCountFields,
  comparedCountFields,
  countQueriesUpToCap,
  type ModuleHomeItems,
  readOldestWork,
  toHomeFigure,
} from "@/lib/server/overview/home-module";
import { oldestOpenDayFigures, reconciliationDayWork } from "@/lib/server/reconciliation/days/home";
import { movementFilter } from "./list-movements";

const LIST_URL = "/dashboard/wallets";

/** Defines the pending work, figures and recent changes that the Home page shows for System Wallet. */
export const systemWalletHomeItems: ModuleHomeItems = {
  feature: "System Wallet",
  work: [
    {
      kind: "transfer_drafts",
      label: "Draft manual transfers",
      needs: routes.systemWallet.submitMovement,
      url: `${LIST_URL}?state=draft&sort=requested_at`,
      read: (db, _admin, limit) =>
        readOldestWork(
          db,
          {
            table: walletMovements,
            where: movementFilter({ state: "draft" }),
            id: walletMovements.id,
            title: walletMovements.reference,
            detail: sql`left(${walletMovements.note}, 120)`,
            since: walletMovements.requestedAt,
            urlOf: (id) => recordUrl("wallet_movement", id),
          },
          limit,
        ),
    },
    ...reconciliationDayWork,
  ],
  changes: [
    {
      id: "transfers_requested",
      label: "Manual transfers entered",
      table: walletMovements,
      where: (since) => gte(walletMovements.requestedAt, since),
      urlFrom: (day) => `${LIST_URL}?from=${day}`,
    },
  ],
  async figures(db, period) {
    const [float] = await db
      .select({ balance: ledgerAccounts.balance })
      .from(ledgerAccounts)
      .where(eq(ledgerAccounts.code, "settlement_float"));
    const { from, to, before_from, before_to } = period;
    const countOf = (filters: Parameters<typeof movementFilter>[0]) => ({
      table: walletMovements,
      where: movementFilter(filters),
    });
    const { awaiting, posted, before } = await countQueriesUpToCap(db, {
      awaiting: countOf({ state: "awaiting_approval" }),
      posted: countOf({ posted_from: from, posted_to: to }),
      before: countOf({ posted_from: before_from, posted_to: before_to }),
    });
    return [
      toHomeFigure({
        id: "float",
        label: "Settlement float",
        value: float?.balance ?? 0,
        unit: "kobo",
        url: allRowsUrl(`${LIST_URL}/settlement-float`),
      }),
      toHomeFigure({
        id: "awaiting",
        label: "Transfers awaiting approval",
        ...cappedCountFields(awaiting),
        url: `${LIST_URL}?state=awaiting_approval`,
      }),
      toHomeFigure({
        id: "posted",
        label: "Transfers posted",
        ...comparedCountFields(posted, before),
        url: `${LIST_URL}?posted_from=${from}&posted_to=${to}`,
      }),
      ...(await oldestOpenDayFigures(db)),
    ];
  },
};
