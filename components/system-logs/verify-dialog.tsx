"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useVerification, VerificationDialog } from "@/components/common/verification-dialog";
import { Alert } from "@/components/ui/alert";
import { HoverLink } from "@/components/ui/hover-link";
import { noteWrite } from "@/lib/client/list-window";
import { formatCount } from "@/lib/format";
import { type Verification, verifyChunk } from "@/lib/queries/system-logs";

type Props = { addressOf: (entry: string) => string; onClose: () => void };

/** Verifies the hash chain of the audit trail in batches of rows. Shows progress and the result in words. */
export function VerifyDialog({ addressOf, onClose }: Props) {
  const client = useQueryClient();
  const { state, run } = useVerification(
    verifyNextSection,
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
      {state?.finished && <VerificationResult state={state} addressOf={addressOf} onClose={onClose} />}
    </VerificationDialog>
  );
}

/** Verifies the next rows. `compared`: number of hashes compared with copies outside the database; null if none. */
async function verifyNextSection(previous: Verification | null, signal: AbortSignal): Promise<Verification> {
  const nextPart = await verifyChunk(previous?.checked ?? 0, signal);
  return { ...nextPart, compared: nextPart.compared === null ? null : (previous?.compared ?? 0) + nextPart.compared };
}

function VerificationResult({ state, addressOf, onClose }: Props & { state: Verification }) {
  const { bad, rows, compared } = state;
  if (bad)
    return (
      <Alert tone="danger" title={`Row ${formatCount(Number(bad.row))} is the first bad row`}>
        <p>
          {bad.message} The {formatCount(Number(bad.row) - 1)} rows before it are unchanged. Tell your database
          administrator, and change nothing.
        </p>
        <HoverLink href={addressOf(bad.row)} onClick={onClose} className="mt-1 inline-block underline">
          View row {bad.row}
        </HoverLink>
      </Alert>
    );
  return (
    <Alert title="The trail is complete">
      {rows === 1 ? "Its one row is" : `All ${formatCount(rows)} rows are`} unchanged, in order, and none is missing.{" "}
      {compared
        ? `${formatCount(compared)} were compared with the copies outside the database.`
        : "This server has no copies outside the database except its log."}
    </Alert>
  );
}
