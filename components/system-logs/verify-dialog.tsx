"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { IntegrityVerificationDialog, useIntegrityVerification } from "@/components/common/verification-dialog";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { HoverLink } from "@/components/ui/hover-link";
import { recordSuccessfulWrite } from "@/lib/client/list-window";
import { formatCount, formatDateTime, formatMinutes, pluralize } from "@/lib/format";
import { type AuditTrailVerification, verifyAuditTrailChunk } from "@/lib/queries/system-logs";

type Start = "verified" | 0;
type Props = { addressOf: (entry: string) => string; onClose: () => void };

/** Verifies the audit trail after the last verified row. On request, verifies the whole audit trail from the first row. */
export function VerifyAuditTrailDialog(props: Props) {
  const [start, setStart] = useState<Start>("verified");
  // Starts a new verification when `start` changes, because the key remounts the component.
  return <VerifyFrom key={start} {...props} start={start} onRestart={() => setStart(0)} />;
}

/** Verifies the hash chain of the audit trail in batches of rows. Shows progress and the result in words. */
function VerifyFrom({ start, onRestart, addressOf, onClose }: Props & { start: Start; onRestart: () => void }) {
  const client = useQueryClient();
  const { state, run } = useIntegrityVerification<AuditTrailVerification>(
    (previous, signal) => verifyNextSection(previous, start, signal),
    // Refetches the audit trail, because the verification itself adds a row to it.
    () => {
      recordSuccessfulWrite(client, ["System-Logs"]);
      return client.invalidateQueries({ queryKey: ["System-Logs"] });
    },
  );
  return (
    <IntegrityVerificationDialog
      title="Verify the audit trail"
      description="Every row is recomputed and compared with the row before it and with the copies outside the database."
      progress={{ label: "Rows verified", value: state?.checked ?? 0, max: state?.rows ?? 0 }}
      run={run}
      onClose={onClose}
    >
      {state?.finished &&
        (state.bad ? (
          <BadRowAlert bad={state.bad} state={state} addressOf={addressOf} onClose={onClose} onRestart={onRestart} />
        ) : (
          <>
            <UnchangedRows state={state} />
            {state.earlier && <EarlierRows earlier={state.earlier} onRestart={onRestart} />}
          </>
        ))}
    </IntegrityVerificationDialog>
  );
}

/**
 * Verifies the next audit rows, and adds their counts to those of the previous batches. `earlier`: the rows that an earlier
 * verification covered.
 */
async function verifyNextSection(previous: AuditTrailVerification | null, start: Start, signal: AbortSignal) {
  const part = await verifyAuditTrailChunk(previous?.checked ?? start, signal);
  if (!previous) return part;
  return {
    ...part,
    compared: part.compared === null ? null : (previous.compared ?? 0) + part.compared,
    erased: previous.erased + part.erased,
    unverifiable: previous.unverifiable + part.unverifiable,
    archived: previous.archived + part.archived,
    earlier: previous.earlier,
  };
}

type BadRow = NonNullable<AuditTrailVerification["bad"]>;
type BadRowProps = Props & { bad: BadRow; state: AuditTrailVerification; onRestart: () => void };

function BadRowAlert({ bad, state, addressOf, onClose, onRestart }: BadRowProps) {
  const name = bad.row === null ? `Position ${formatCount(bad.position ?? 0)}` : `Row ${formatCount(Number(bad.row))}`;
  const isPartial = !bad.earlier_rows_changed && state.earlier !== null;
  return (
    <>
      <Alert tone="danger" title={`${name} is the first bad row`}>
        <p>
          {bad.message} {describeEarlierRows(bad, state)} Tell your database administrator, and change nothing.
        </p>
        {bad.row !== null && (
          <HoverLink href={addressOf(bad.row)} onClick={onClose} className="mt-1 inline-block underline">
            View row {bad.row}
          </HoverLink>
        )}
      </Alert>
      {isPartial && <Button onClick={onRestart}>Verify from the first row</Button>}
    </>
  );
}

/** Describes whether the rows before the row that failed the check are unchanged. Returns "" if some of those rows have changed too. */
function describeEarlierRows(bad: BadRow, { checked, earlier }: AuditTrailVerification): string {
  if (bad.earlier_rows_changed) return "";
  if (earlier) return `Rows up to ${formatCount(earlier.position)} were not verified now.`;
  const before = bad.position === null ? checked : bad.position - 1;
  return `The ${pluralize(before, "row")} before it ${before === 1 ? "is" : "are"} unchanged.`;
}

/** Age in seconds of the oldest row not yet added to the hash chain, from which the dialog warns that no server adds rows. */
const MAX_WAIT_SECONDS = 60;

function UnchangedRows({ state }: { state: AuditTrailVerification }) {
  const { rows, compared, waiting, waiting_seconds, erased, unverifiable, archived, earlier } = state;
  const count = rows - (earlier?.position ?? 0);
  const isLate = waiting_seconds > MAX_WAIT_SECONDS;
  const age = formatMinutes(Math.floor(waiting_seconds / 60));
  const lateTitle = `${pluralize(waiting, "row has", "rows have")} waited for ${age}: sealing does not work`;
  const title = earlier
    ? count === 0
      ? "There are no new rows"
      : "The new rows are unchanged"
    : "The trail is complete";
  return (
    <Alert tone={isLate ? "warning" : "info"} title={isLate ? lateTitle : title}>
      {count > 0 && (
        <p>
          {`${count === 1 ? `${earlier ? "The new" : "Its one"} row is` : `All ${formatCount(count)} ${earlier ? "new " : ""}rows ${isLate ? "with a seal " : ""}are`} unchanged, in order, and none is missing.`}{" "}
          {compared
            ? `${compared === 1 ? "1 was" : `${formatCount(compared)} were`} compared with the copies outside the database.`
            : "This server has no copies outside the database except its log."}
        </p>
      )}
      {isLate ? (
        <p>Rows without a seal can be changed without a trace. Tell your database administrator.</p>
      ) : (
        waiting > 0 && (
          <p>
            {pluralize(waiting, "row of the last minute waits", "rows of the last minute wait")} for their place in the
            chain. The next verification includes them.
          </p>
        )
      )}
      {erased > 0 && (
        <p>
          The personal data of {pluralize(erased, "row")} was erased. Everything else in {erased === 1 ? "it" : "them"}{" "}
          is verified.
        </p>
      )}
      {unverifiable > 0 && (
        <p>
          The personal data of {pluralize(unverifiable, "row")} of an earlier release was erased. The content of{" "}
          {unverifiable === 1 ? "it" : "them"} can't be verified any more, only the place in the chain.
        </p>
      )}
      {archived > 0 && (
        <p>
          {pluralize(archived, "row is", "rows are")} in an archive. Here only the place in the chain is verified, and
          the archive's own verification reads the content.
        </p>
      )}
    </Alert>
  );
}

type EarlierProps = { earlier: NonNullable<AuditTrailVerification["earlier"]>; onRestart: () => void };

function EarlierRows({ earlier, onRestart }: EarlierProps) {
  return (
    <div className="space-y-2">
      <p>
        The {pluralize(earlier.position, "row")} before {earlier.position === 1 ? "was" : "were"} last verified by{" "}
        {earlier.by} on {formatDateTime(earlier.at)}, and not again now. The last verification of all rows began on{" "}
        {formatDateTime(earlier.complete_at)}.
      </p>
      <Button onClick={onRestart}>Verify from the first row</Button>
    </div>
  );
}
