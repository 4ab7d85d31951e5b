"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CopyableText } from "@/components/common/copyable-text";
import { DateTime } from "@/components/common/date-time";
import { FactList } from "@/components/common/fact-list";
import { ConfirmDialog } from "@/components/common/form/confirm-dialog";
import { Timeline } from "@/components/common/history/timeline";
import { ProgressBar } from "@/components/common/progress-bar";
import { LoadFailed } from "@/components/common/states";
import { StatusBadge } from "@/components/common/status-badge";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/lib/client/toast";
import type { BankStatementDetails } from "@/lib/contract/reconciliation-statements";
import { routes } from "@/lib/contract/routes";
import { adminLabel, formatCount, formatMoney, pluralize } from "@/lib/format";
import { bankStatementQuery, removeBankStatementMutation } from "@/lib/queries/bank-accounts";
import { useAccess } from "@/lib/queries/rp";
import { cancelStatementMutation } from "@/lib/queries/statement-import";
import { formatPeriod, statementFormatLabel, statementStateLabel } from "./account-words";

/** Renders a bank statement: balances, result of the import, history, and the actions that its state allows. */
export function BankStatementDrawer({ statementId, onClose }: { statementId: string; onClose: () => void }) {
  // Stops refetching a statement that is being removed, because the API would answer 404.
  const [isRemoving, setIsRemoving] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({ ...bankStatementQuery(statementId), enabled: !isRemoving });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      side="right"
      title={data?.file_name ?? "Bank statement"}
      footer={data && <StatementActions statement={data} onRemoving={setIsRemoving} onRemoved={onClose} />}
    >
      {error && !data && <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-64 w-full" />}
      {data && <LedgerBankDifferenceFacts statement={data} />}
    </Dialog>
  );
}

function LedgerBankDifferenceFacts({ statement }: { statement: BankStatementDetails }) {
  const { state, lines, stored_lines, known_lines, problem, stays_because, imported_by, started_at } = statement;
  return (
    <div className="space-y-6">
      {problem && (
        <Alert tone="danger" title="Nothing was imported">
          {problem}
        </Alert>
      )}
      {state === "reading" && (
        <>
          <ProgressBar label="Stored lines" value={stored_lines} max={lines} />
          <p className="text-sm text-muted">
            If the import was interrupted, choose the same file again to continue. It is cancelled after a day.
          </p>
        </>
      )}
      <FactList
        facts={[
          ["State", <StatusBadge key="state" status={state} label={statementStateLabel(state)} />],
          ["Account", statement.account.name],
          ["Period", formatPeriod(statement.from_day, statement.to_day)],
          ["Opening balance", formatMoney(statement.opening)],
          ["Closing balance", formatMoney(statement.closing)],
          ["Lines", formatCount(lines)],
          state === "imported" && ["In an earlier statement", formatCount(known_lines)],
          ["Format", statementFormatLabel(statement.format)],
          [
            "Imported by",
            <span key="by">
              {adminLabel(imported_by)}, <DateTime at={started_at} />
            </span>,
          ],
          ["SHA-256", <CopyableText key="hash" value={statement.file_hash} what="the hash" />],
        ]}
      />
      {stays_because && <p className="text-sm text-muted">Can't be removed: {stays_because}</p>}
      <section>
        <h3 className="mb-3 font-bold">History</h3>
        <Timeline entries={statement.timeline} />
      </section>
    </div>
  );
}

type ActionProps = {
  statement: BankStatementDetails;
  onRemoving: (isRemoving: boolean) => void;
  onRemoved: () => void;
};

/** Renders the button that cancels an import, or removes an imported statement. */
function StatementActions({ statement, onRemoving, onRemoved }: ActionProps) {
  const { id: statementId, file_name: fileName, state, stays_because } = statement;
  const [isOpen, setIsOpen] = useState(false);
  const mayChange = useAccess(routes.reconciliation.removeStatement);
  const cancel = useMutation(cancelStatementMutation());
  const remove = useMutation(removeBankStatementMutation());
  const isReading = state === "reading";
  const isRemovable = state === "imported" && !stays_because;
  if (!mayChange || !(isReading || isRemovable || isOpen)) return null;
  const removeStatement = async () => {
    onRemoving(true);
    try {
      const { removed } = await remove.mutateAsync({ statementId });
      toast.success(`${fileName} is removed, with ${pluralize(removed, "line")}.`);
      onRemoved();
    } catch (error) {
      onRemoving(false);
      throw error;
    }
  };
  const cancelImport = async () => {
    await cancel.mutateAsync({ statementId });
    toast.success(`The import of ${fileName} is cancelled.`);
  };
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{isReading ? "Cancel import" : "Remove statement"}</Button>
      {isReading ? (
        <ConfirmDialog
          open={isOpen}
          onOpenChange={setIsOpen}
          title={`Cancel the import of ${fileName}?`}
          consequence="Its stored lines are deleted. The file can be imported again."
          confirmLabel="Cancel import"
          tone="danger"
          onConfirm={cancelImport}
        />
      ) : (
        <ConfirmDialog
          open={isOpen}
          onOpenChange={setIsOpen}
          title={`Remove ${fileName}?`}
          consequence={`Its lines are deleted, and ${formatPeriod(statement.from_day, statement.to_day)} is no longer covered by it. The file can be imported again.`}
          confirmLabel="Remove statement"
          tone="danger"
          onConfirm={removeStatement}
        />
      )}
    </>
  );
}
