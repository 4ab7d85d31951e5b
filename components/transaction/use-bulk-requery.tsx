"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ResultDialog } from "@/components/common/form/result-dialog";
import { ProgressBar } from "@/components/common/progress-bar";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { TransactionRow } from "@/lib/contract/transaction";
import { isAskable } from "@/lib/contract/transaction.values";
import { titleCase } from "@/lib/format";
import { type RequeryResult, requeryAllMutation } from "@/lib/queries/transaction";

/** Returns whether the status can be checked with a provider. Wallet payments stay in the ledger and have none. */
const canAsk = ({ state, channel }: TransactionRow) => isAskable(state) && channel !== "wallet";

/**
 * Checks selected payments with the provider, shows progress and lists the result of each. Call it in the screen: rows that stop
 * matching the filter unmount the selection bar. Unmounting stops the run.
 * @returns the button for the selection bar, and the dialogs to render beside the table
 */
export function useBulkRequery() {
  const { mutate, isPending, variables } = useMutation(requeryAllMutation());
  const [progress, setProgress] = useState({ asked: 0, stopped: false });
  const [results, setResults] = useState<readonly RequeryResult[] | null>(null);
  const run = useRef<AbortController>(null);
  useEffect(() => () => run.current?.abort(), []);
  const stop = () => {
    run.current?.abort();
    setProgress((now) => ({ ...now, stopped: true }));
  };
  const bar = (rows: readonly TransactionRow[], clear: () => void) => {
    const asked = rows.filter(canAsk);
    const others = rows.filter((row) => !canAsk(row)).map(notAsked);
    const ask = () => {
      const started = new AbortController();
      run.current = started;
      setProgress({ asked: 0, stopped: false });
      mutate(
        { rows: asked, signal: started.signal, onProgress: (done) => setProgress({ asked: done, stopped: false }) },
        {
          onSuccess: (answered) => {
            clear();
            setResults([...answered, ...others]);
          },
        },
      );
    };
    return (
      <Button
        size="sm"
        variant="primary"
        busy={isPending}
        disabled={asked.length === 0}
        title={asked.length === 0 ? "The provider has nothing to report about these." : undefined}
        onClick={ask}
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
        <ResultDialog
          title={(done) => `The provider answered about ${done} of ${results.length}`}
          results={results}
          onClose={() => setResults(null)}
        />
      )}
    </>
  );
  return { bar, dialogs };
}

const notAsked = ({ id, reference, state }: TransactionRow): RequeryResult => ({
  id,
  name: reference,
  done: false,
  message: isAskable(state)
    ? "Not checked: it was paid from the wallet."
    : `Not checked: it is ${titleCase(state).toLowerCase()}.`,
});
