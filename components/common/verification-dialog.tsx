"use client";

import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { ProgressBar } from "@/components/common/progress-bar";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { errorMessageOf } from "@/lib/client/api-error";

type VerificationRun = { isFinished: boolean; problem: string | null; goOn: () => void };

/**
 * Runs a verification, such as of the ledger or the audit trail, in steps until it has a result or the dialog closes.
 * @param next runs one more step; receives the combined result of all previous steps
 * @param onFinished called once the result is stored
 */
export function useIntegrityVerification<S extends { finished: boolean }>(
  next: (previous: S | null, signal: AbortSignal) => Promise<S>,
  onFinished: () => Promise<unknown>,
) {
  const [state, setState] = useState<S | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry continues where the failed attempt stopped
  useEffect(() => {
    const controller = new AbortController();
    const run = async () => {
      for (let previous = state; !previous?.finished; ) {
        previous = await next(previous, controller.signal);
        setState(previous);
      }
      await onFinished();
    };
    run().catch((error: unknown) => {
      if (!controller.signal.aborted) setProblem(errorMessageOf(error));
    });
    return () => controller.abort();
  }, [attempt]);
  const goOn = () => {
    setProblem(null);
    setAttempt(attempt + 1);
  };
  return { state, run: { isFinished: state?.finished ?? false, problem, goOn } };
}

type VerificationDialogProps = {
  title: string;
  description: string;
  progress: ComponentProps<typeof ProgressBar>;
  run: VerificationRun;
  onClose: () => void;
  /** Rendered result of the verification, shown when the verification has finished. */
  children: ReactNode;
};

/** Renders progress and result of a verification. Closing the dialog stops it. */
export function IntegrityVerificationDialog({
  title,
  description,
  progress,
  run,
  onClose,
  children,
}: VerificationDialogProps) {
  const { isFinished, problem, goOn } = run;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={description}
      size="sm"
      footer={
        <>
          {problem && <Button onClick={goOn}>Go on</Button>}
          <Button variant="primary" onClick={onClose}>
            {isFinished ? "Close" : "Stop"}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {!isFinished && (progress.max > 0 ? <ProgressBar {...progress} /> : !problem && <p role="status">Counting…</p>)}
        {problem && <Alert tone="danger">{problem}</Alert>}
        {children}
      </div>
    </Dialog>
  );
}
