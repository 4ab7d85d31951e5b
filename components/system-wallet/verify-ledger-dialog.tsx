"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ProgressBar } from "@/components/common/progress-bar";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { formatCount } from "@/lib/format";
import { type LedgerVerdict, verifyLedgerStretch } from "@/lib/queries/system-wallet";

/** Looks at every posting of the ledger, shows how far it got, and says in words what came of it. */
export function VerifyLedgerDialog({ onClose }: { onClose: () => void }) {
  const { state, problem, goOn } = useLedgerCheck();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Verify the ledger"
      description="Every entry sums to zero, every balance is the sum of its postings, and all of them together come to zero."
      size="sm"
      footer={
        <>
          {problem && <Button onClick={goOn}>Go on</Button>}
          <Button variant="primary" onClick={onClose}>
            {state?.finished ? "Close" : "Stop"}
          </Button>
        </>
      }
    >
      {!state?.finished && (
        <ProgressBar label="Postings read, each of them twice" value={state?.read ?? 0} max={state?.to_read ?? 0} />
      )}
      {problem && <Alert tone="danger">{problem}</Alert>}
      {state?.finished && <Verdict verdict={state} />}
    </Dialog>
  );
}

/** Asks for one stretch after the other until the verdict, or until the dialog closes. */
function useLedgerCheck() {
  const client = useQueryClient();
  const [state, setState] = useState<LedgerVerdict | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt goes on where the last one broke off
  useEffect(() => {
    const leaving = new AbortController();
    const run = async () => {
      for (let all = state; !all?.finished; ) {
        const next = await verifyLedgerStretch(all?.next ?? undefined, leaving.signal);
        all = added(all, next);
        setState(all);
      }
      // The verdict is on record: the audit trail has a new row.
      await client.invalidateQueries({ queryKey: ["System-Logs"] });
    };
    run().catch((error: Error) => {
      if (!leaving.signal.aborted) setProblem(error.message);
    });
    return () => leaving.abort();
  }, [attempt]);
  const goOn = () => {
    setProblem(null);
    setAttempt(attempt + 1);
  };
  return { state, problem, goOn };
}

const added = (all: LedgerVerdict | null, next: LedgerVerdict): LedgerVerdict => ({
  ...next,
  accounts: (all?.accounts ?? 0) + next.accounts,
  entries: (all?.entries ?? 0) + next.entries,
  postings: (all?.postings ?? 0) + next.postings,
  read: (all?.read ?? 0) + next.read,
});

function Verdict({ verdict }: { verdict: LedgerVerdict }) {
  const looked = `${formatCount(verdict.postings)} postings of ${formatCount(verdict.entries)} entries on ${formatCount(verdict.accounts)} accounts`;
  if (verdict.faults.length === 0)
    return (
      <Alert title="Ledger balanced">
        {looked} come to ₦0.00 together, and every balance is the sum of its postings.
      </Alert>
    );
  return (
    <Alert tone="danger" title="The ledger is not right">
      <ul className="list-disc space-y-1 pl-4">
        {verdict.faults.map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
      <p className="mt-2">
        Looked at: {looked}. Tell the people who run the database, and post nothing manually until then.
      </p>
    </Alert>
  );
}
