"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { BulkResultDialog } from "@/components/common/form/result-dialog";
import { ProgressBar } from "@/components/common/progress-bar";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { TransactionRow } from "@/lib/contract/transaction";
import { isRequeryable } from "@/lib/contract/transaction.values";
import { titleCase } from "@/lib/format";
import { type RequeryResult, requeryTransactionsMutation } from "@/lib/queries/transaction";

/** Returns whether the provider can be queried for a payment's status. Wallet payments have no provider. */
const canRequery = ({ state, channel }: TransactionRow) => isRequeryable(state) && channel !== "wallet";

/**
 * Queries the provider for the status of selected payments, shows progress, and lists each result. Call it in the screen, because the
 * selection bar unmounts when its rows no longer match the filter. Unmounting the screen stops the queries.
 * @returns the button for the selection bar, and the dialogs to render beside the table
 */
export function useBulkRequery() {
  const { mutate, isPending, variables } = useMutation(requeryTransactionsMutation());
  const [progress, setProgress] = useState({ asked: 0, stopped: false });
  const [results, setResults] = useState<readonly RequeryResult[] | null>(null);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const stop = () => {
    controller.current?.abort();
    setProgress((now) => ({ ...now, stopped: true }));
  };
  const bar = (rows: readonly TransactionRow[], clear: () => void) => {
    const eligible = rows.filter(canRequery);
    const skipped = rows.filter((row) => !canRequery(row)).map(skippedResult);
    const startRequery = () => {
      const started = new AbortController();
      controller.current = started;
      setProgress({ asked: 0, stopped: false });
      mutate(
        { rows: eligible, signal: started.signal, onProgress: (done) => setProgress({ asked: done, stopped: false }) },
        {
          onSuccess: (requeryResults) => {
            clear();
            setResults([...requeryResults, ...skipped]);
          },
        },
      );
    };
    return (
      <Button
        size="sm"
        variant="primary"
        busy={isPending}
        disabled={eligible.length === 0}
        title={eligible.length === 0 ? "The provider has nothing to report about these." : undefined}
        onClick={startRequery}
      >
        Check status with provider
      </Button>
    );
  };
  const dialogs = (
    <>
      <Dialog
        open={isPending}
        onOpenChange={stop}
        title="Checking with the provider"
        description="One payment after the other. Stop ends the check after the current one."
        size="sm"
        footer={
          <Button variant="primary" busy={progress.stopped} onClick={stop}>
            Stop
          </Button>
        }
      >
        <ProgressBar label="Payments checked" value={progress.asked} max={variables?.rows.length ?? 0} />
      </Dialog>
      {results && (
        <BulkResultDialog
          title={(doneCount) => `The provider answered about ${doneCount} of ${results.length}`}
          results={results}
          onClose={() => setResults(null)}
        />
      )}
    </>
  );
  return { bar, dialogs };
}

const skippedResult = ({ id, reference, state }: TransactionRow): RequeryResult => ({
  id,
  name: reference,
  done: false,
  message: isRequeryable(state)
    ? "Not checked: it was paid from the wallet."
    : `Not checked: it is ${titleCase(state).toLowerCase()}.`,
});
