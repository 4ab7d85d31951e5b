"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Spinner } from "@/components/ui/spinner";
import { formatCount } from "@/lib/format";
import { type LedgerVerdict, verifyLedger } from "@/lib/queries/system-wallet";

/** Looks at every posting of the ledger and says in words what came of it. */
export function VerifyLedgerDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [verdict, setVerdict] = useState<LedgerVerdict | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt begins anew
  useEffect(() => {
    const leaving = new AbortController();
    verifyLedger(leaving.signal)
      .then((answer) => {
        setVerdict(answer);
        // The verdict is on record: the audit trail has a new row.
        return client.invalidateQueries({ queryKey: ["System-Logs"] });
      })
      .catch((error: Error) => {
        if (!leaving.signal.aborted) setProblem(error.message);
      });
    return () => leaving.abort();
  }, [attempt]);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Verify the ledger"
      description="Every entry sums to zero, every balance is the sum of its postings, and all of them together come to zero."
      size="sm"
      footer={
        <>
          {problem && (
            <Button
              onClick={() => {
                setProblem(null);
                setAttempt(attempt + 1);
              }}
            >
              Try again
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            {verdict ? "Close" : "Stop"}
          </Button>
        </>
      }
    >
      {!verdict && !problem && (
        <p role="status" className="flex items-center gap-3">
          <Spinner /> Looking at every posting…
        </p>
      )}
      {problem && <Alert tone="danger">{problem}</Alert>}
      {verdict && <Verdict verdict={verdict} />}
    </Dialog>
  );
}

function Verdict({ verdict }: { verdict: LedgerVerdict }) {
  const looked = `${formatCount(verdict.postings)} postings of ${formatCount(verdict.entries)} entries on ${formatCount(verdict.accounts)} accounts`;
  if (verdict.faults.length === 0)
    return (
      <Alert title="The ledger is right">
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
      <p className="mt-2">Looked at: {looked}. Tell whoever runs the database, and post nothing by hand until then.</p>
    </Alert>
  );
}
