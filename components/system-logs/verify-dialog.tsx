"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ProgressBar } from "@/components/common/progress-bar";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { HoverLink } from "@/components/ui/hover-link";
import { formatCount } from "@/lib/format";
import { type Verification, verifyStretch } from "@/lib/queries/system-logs";

type Props = { addressOf: (entry: string) => string; onClose: () => void };

/** Recomputes the chain stretch by stretch, shows how far it got, and says in words what came of it. */
export function VerifyDialog({ addressOf, onClose }: Props) {
  const { state, problem, goOn } = useVerification();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Verify the audit trail"
      description="Every row is recomputed and compared with the row before it and with what is kept outside the database."
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
      {!state?.finished && <ProgressBar label="Rows verified" value={state?.checked ?? 0} max={state?.rows ?? 0} />}
      {problem && <Alert tone="danger">{problem}</Alert>}
      {state?.finished && <Verdict state={state} addressOf={addressOf} onClose={onClose} />}
    </Dialog>
  );
}

function Verdict({ state, addressOf, onClose }: Props & { state: Verification }) {
  const { bad, rows, compared } = state;
  if (bad)
    return (
      <Alert tone="danger" title={`Row ${formatCount(Number(bad.row))} is the first bad row`}>
        <p>
          {bad.message} The {formatCount(Number(bad.row) - 1)} rows before it are whole. Tell your database
          administrator, and change nothing.
        </p>
        <HoverLink href={addressOf(bad.row)} onClick={onClose} className="mt-1 inline-block underline">
          Look at row {bad.row}
        </HoverLink>
      </Alert>
    );
  return (
    <Alert title="The trail is whole">
      {rows === 1 ? "Its one row is" : `All ${formatCount(rows)} rows are`} as written, in order, and none is missing.{" "}
      {compared
        ? `${formatCount(compared)} were compared with what is kept outside the database.`
        : "This server keeps nothing outside the database to compare with but its log."}
    </Alert>
  );
}

/** Asks for one stretch after the other until the verdict, or until the dialog closes. */
function useVerification() {
  const client = useQueryClient();
  const [state, setState] = useState<Verification | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt goes on where the last one broke off
  useEffect(() => {
    const leaving = new AbortController();
    const run = async () => {
      let compared = state?.compared ?? null;
      for (let after = state?.checked ?? 0; ; ) {
        const answer = await verifyStretch(after, leaving.signal);
        compared = answer.compared === null ? null : (compared ?? 0) + answer.compared;
        setState({ ...answer, compared });
        if (answer.finished) break;
        after = answer.checked;
      }
      // The verdict is on record: the list has a new row.
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
