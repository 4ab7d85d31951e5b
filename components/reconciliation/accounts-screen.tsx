"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Upload } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { Money } from "@/components/common/money";
import { StatTile, StatTiles } from "@/components/common/stat-tile";
import { EmptyListState, LoadFailedCard } from "@/components/common/states";
import { StatusBadge } from "@/components/common/status-badge";
import type { TableColumn } from "@/components/common/table/column";
import { RowsTable } from "@/components/common/table/rows-table";
import { useRecordInUrl } from "@/components/common/table/use-record-in-url";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { Skeleton } from "@/components/ui/skeleton";
import { idFilter } from "@/lib/contract/list.values";
import type { BankAccount } from "@/lib/contract/reconciliation-statements";
import { routes } from "@/lib/contract/routes";
import { formatDay, formatMoney, lagosDay } from "@/lib/format";
import { bankAccountsQuery } from "@/lib/queries/bank-accounts";
import { useAccess } from "@/lib/queries/rp";
import { CoveredDaysCard } from "./accounts/coverage-card";
import { BankStatementList } from "./accounts/statement-list";

const AddBankAccountDialog = lazyWithPreload(() => import("./accounts/account-dialog"), "AddBankAccountDialog");
const ChangeBankAccountDialog = lazyWithPreload(() => import("./accounts/account-dialog"), "ChangeBankAccountDialog");
const BankStatementDrawer = lazyWithPreload(() => import("./accounts/statement-drawer"), "BankStatementDrawer");
const loadImport = () => import("./statements/import-statement-dialog");
const ImportStatementDialog = lazyWithPreload(loadImport, "ImportStatementDialog");

type OpenDialog = { name: "add" } | { name: "change" | "import"; account: BankAccount };

/** Lists the bank accounts with their balances, the days that their statements cover, and the statements. */
export function BankAccountsScreen() {
  const { data, error, isFetching, refetch } = useQuery(bankAccountsQuery());
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const statement = useRecordInUrl("statement");
  const mayAdd = useAccess(routes.reconciliation.createBankAccount);
  const close = () => setDialog(null);
  const addButton = mayAdd && (
    <Button
      variant="primary"
      onPointerEnter={AddBankAccountDialog.preload}
      onFocus={AddBankAccountDialog.preload}
      onClick={() => setDialog({ name: "add" })}
    >
      <Plus aria-hidden="true" /> Add account
    </Button>
  );
  if (!data)
    return error ? (
      <LoadFailedCard message={error.message} busy={isFetching} onRetry={refetch} />
    ) : (
      <Skeleton className="h-96 w-full" />
    );
  const { items: accounts, starts_on: startsOn, closed_until: closedUntil } = data;
  return (
    <div className="space-y-5">
      {startsOn ? (
        <>
          <BalanceTiles accounts={accounts} floatBalance={data.float_balance} />
          <AccountTable accounts={accounts} action={addButton} onOpen={setDialog} />
          <CoveredDaysCard startsOn={startsOn} closedUntil={closedUntil} />
          <section>
            <h2 className="mb-3 text-lg font-bold">Statements</h2>
            <BankStatementList accounts={accounts} addressOf={statement.addressOf} />
          </section>
        </>
      ) : (
        <Card>
          <EmptyListState action={addButton || undefined}>
            Reconciliation compares the ledger with the bank. First add the office's bank account and the first day that
            is compared. Then import its statements.
          </EmptyListState>
        </Card>
      )}
      <Suspense>
        {dialog?.name === "add" && mayAdd && (
          <AddBankAccountDialog
            banks={data.banks}
            startsOn={startsOn}
            firstOpenDay={closedUntil && dayAfter(closedUntil)}
            onClose={close}
          />
        )}
        {dialog?.name === "change" && <ChangeBankAccountDialog account={dialog.account} onClose={close} />}
        {dialog?.name === "import" && <ImportStatementDialog account={dialog.account} onClose={close} />}
        {statement.entry && idFilter(statement.entry) && (
          <BankStatementDrawer key={statement.entry} statementId={statement.entry} onClose={statement.close} />
        )}
      </Suspense>
    </div>
  );
}

const dayAfter = (day: string) => lagosDay(Date.parse(day) + 86_400_000);

/** Compares the sum of the accounts' latest closing balances with the current balance of the settlement float. */
function BalanceTiles({ accounts, floatBalance }: { accounts: readonly BankAccount[]; floatBalance: number }) {
  const balances = accounts.flatMap(({ is_active, balance }) => (is_active && balance ? [balance] : []));
  const [oldestDay] = balances.map(({ day }) => day).sort();
  return (
    <StatTiles wide>
      <StatTile
        label="At the banks"
        value={balances.length ? formatMoney(balances.reduce((sum, { amount }) => sum + amount, 0)) : "–"}
        note={
          oldestDay
            ? `Sum of the closing balances; the oldest is of ${formatDay(oldestDay)}`
            : "No statement is imported yet"
        }
      />
      <StatTile
        label="Settlement float"
        value={formatMoney(floatBalance)}
        href="/dashboard/wallets/settlement-float"
        note="In the ledger now, with money that providers have not settled yet"
      />
    </StatTiles>
  );
}

type AccountTableProps = {
  accounts: readonly BankAccount[];
  action: ReactNode;
  onOpen: (dialog: OpenDialog) => void;
};

function AccountTable({ accounts, action, onOpen }: AccountTableProps) {
  const mayImport = useAccess(routes.reconciliation.beginStatement);
  const mayChange = useAccess(routes.reconciliation.updateBankAccount);
  const columns: readonly TableColumn<BankAccount>[] = [
    {
      id: "name",
      header: "Account",
      cell: ({ name, bank_name, account_number }) => (
        <>
          <span className="font-semibold wrap-anywhere">{name}</span>
          <span className="block text-muted wrap-anywhere">
            {bank_name}, {account_number}
          </span>
        </>
      ),
    },
    {
      id: "covered",
      header: "Covered up to",
      cell: ({ covered_to, starts_on }) =>
        covered_to ? formatDay(covered_to) : <span className="text-muted">Nothing since {formatDay(starts_on)}</span>,
    },
    {
      id: "balance",
      header: "Balance at the bank",
      align: "end",
      cell: ({ balance }) =>
        balance ? (
          <>
            <Money kobo={balance.amount} className="font-semibold" />
            <span className="block text-xs text-muted">on {formatDay(balance.day)}</span>
          </>
        ) : (
          "–"
        ),
    },
    {
      id: "state",
      header: "State",
      cell: ({ is_active }) => (
        <StatusBadge status={is_active ? "active" : "closed"} label={is_active ? "Reconciled" : "Not reconciled"} />
      ),
    },
    {
      id: "actions",
      header: "Actions",
      quiet: true,
      align: "end",
      phone: "line",
      cell: (account) => (
        <span className="flex flex-wrap justify-end gap-2">
          {mayChange && (
            <Button
              size="sm"
              aria-label={`Change ${account.name}`}
              onPointerEnter={ChangeBankAccountDialog.preload}
              onFocus={ChangeBankAccountDialog.preload}
              onClick={() => onOpen({ name: "change", account })}
            >
              Change
            </Button>
          )}
          {mayImport && account.is_active && (
            <Button
              size="sm"
              variant="primary"
              aria-label={`Import statement of ${account.name}`}
              onPointerEnter={ImportStatementDialog.preload}
              onFocus={ImportStatementDialog.preload}
              onClick={() => onOpen({ name: "import", account })}
            >
              <Upload aria-hidden="true" /> Import statement
            </Button>
          )}
        </span>
      ),
    },
  ];
  return (
    <Card>
      <CardHeader title="Bank accounts" actions={action} />
      <RowsTable
        label="Bank accounts"
        columns={mayChange || mayImport ? columns : columns.filter(({ id }) => id !== "actions")}
        rows={accounts}
        rowId={({ id }) => id}
      />
    </Card>
  );
}
