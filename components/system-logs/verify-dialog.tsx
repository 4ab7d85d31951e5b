"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useVerification, VerificationDialog } from "@/components/common/verification-dialog";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { HoverLink } from "@/components/ui/hover-link";
import { noteWrite } from "@/lib/client/list-window";
import { formatCount, formatDateTime, pluralize } from "@/lib/format";
import { type Verification, verifyChunk } from "@/lib/queries/system-logs";

type Start = "verified" | 0;
type Props = { addressOf: (entry: string) => string; onClose: () => void };

/** Verifies the audit trail after the last verified row. On request, verifies it again from the first row. */
export function VerifyDialog(props: Props) {
  const [start, setStart] = useState<Start>("verified");
  // The key starts a new verification.
  return <VerifyFrom key={start} {...props} start={start} onRestart={() => setStart(0)} />;
}

/** Verifies the hash chain of the audit trail in batches of rows. Shows progress and the result in words. */
function VerifyFrom({ start, onRestart, addressOf, onClose }: Props & { start: Start; onRestart: () => void }) {
  const client = useQueryClient();
  const { state, run } = useVerification<Verification>(
    (previous, signal) => verifyNextSection(previous, start, signal),
    // Refetches the list, because the verification itself adds a row to it.
    () => {
      noteWrite(client, ["System-Logs"]);
      return client.invalidateQueries({ queryKey: ["System-Logs"] });
    },
  );
  return (
    <VerificationDialog
      title="Verify the audit trail"
      description="Every row is recomputed and compared with the row before it and with the copies outside the database."
      progress={{ label: "Rows verified", value: state?.checked ?? 0, max: state?.rows ?? 0 }}
      run={run}
      onClose={onClose}
    >
      {state?.finished &&
        (state.bad ? (
          <BadRowAlert bad={state.bad} checked={state.checked} addressOf={addressOf} onClose={onClose} />
        ) : (
          <CompleteTrail state={state} onRestart={onRestart} />
        ))}
    </VerificationDialog>
  );
}

/** Verifies the next rows, and adds up what was counted. `earlier`: the part before the first section. */
async function verifyNextSection(previous: Verification | null, start: Start, signal: AbortSignal) {
  const part = await verifyChunk(previous?.checked ?? start, signal);
  if (!previous) return part;
  return {
    ...part,
    compared: part.compared === null ? null : (previous.compared ?? 0) + part.compared,
    erased: previous.erased + part.erased,
    unverifiable: previous.unverifiable + part.unverifiable,
    earlier: previous.earlier,
  };
}

type BadRow = NonNullable<Verification["bad"]>;

function BadRowAlert({ bad, checked, addressOf, onClose }: Props & { bad: BadRow; checked: number }) {
  const name = bad.row === null ? `Position ${formatCount(bad.position ?? 0)}` : `Row ${formatCount(Number(bad.row))}`;
  const before = bad.position === null ? checked : bad.position - 1;
  return (
    <Alert tone="danger" title={`${name} is the first bad row`}>
      <p>
        {bad.message} The {pluralize(before, "row")} before it {before === 1 ? "is" : "are"} unchanged. Tell your
        database administrator, and change nothing.
      </p>
      {bad.row !== null && (
        <HoverLink href={addressOf(bad.row)} onClick={onClose} className="mt-1 inline-block underline">
          View row {bad.row}
        </HoverLink>
      )}
    </Alert>
  );
}

function CompleteTrail({ state, onRestart }: { state: Verification; onRestart: () => void }) {
  const { rows, compared, waiting, erased, unverifiable, earlier } = state;
  const count = rows - (earlier?.position ?? 0);
  return (
    <>
      <Alert title="The trail is complete">
        <p>
          {count === 0
            ? "There are no new rows."
            : `${count === 1 ? `${earlier ? "The new" : "Its one"} row is` : `All ${formatCount(count)} ${earlier ? "new " : ""}rows are`} unchanged, in order, and none is missing.`}{" "}
          {compared
            ? `${formatCount(compared)} were compared with the copies outside the database.`
            : count > 0 && "This server has no copies outside the database except its log."}
        </p>
        {waiting > 0 && (
          <p>
            {pluralize(waiting, "row of the last second waits", "rows of the last second wait")} for their place in the
            chain. The next verification includes them.
          </p>
        )}
        {erased > 0 && (
          <p>
            The personal data of {pluralize(erased, "row")} was erased. Everything else in{" "}
            {erased === 1 ? "it" : "them"} is verified.
          </p>
        )}
        {unverifiable > 0 && (
          <p>
            The personal data of {pluralize(unverifiable, "row")} of an earlier release was erased. The content of{" "}
            {unverifiable === 1 ? "it" : "them"} can't be verified any more, only the place in the chain.
          </p>
        )}
      </Alert>
      {earlier && (
        <div className="space-y-2">
          <p>
            The {pluralize(earlier.position, "row")} before were verified up to {formatDateTime(earlier.at)} by{" "}
            {earlier.by}, and not again now. The last verification of all rows began on{" "}
            {formatDateTime(earlier.complete_at)}.
          </p>
          <Button onClick={onRestart}>Verify from the first row</Button>
        </div>
      )}
    </>
  );
}
