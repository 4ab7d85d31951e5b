"use client";

import { useQueryClient } from "@tanstack/react-query";
import { IntegrityVerificationDialog, useIntegrityVerification } from "@/components/common/verification-dialog";
import { Alert } from "@/components/ui/alert";
import { formatCount } from "@/lib/format";
import { type LedgerVerification, verifyLedgerSection } from "@/lib/queries/system-wallet";

/** Verifies all postings of the ledger. Shows progress and the result in words. */
export function VerifyLedgerDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { state, run } = useIntegrityVerification(
    verifyNextSection,
    // Refetches the audit trail, because the verification itself adds a row to it.
    () => client.invalidateQueries({ queryKey: ["System-Logs"] }),
  );
  return (
    <IntegrityVerificationDialog
      title="Verify the ledger"
      description="Every entry sums to zero, every balance is the sum of its postings, and the sum of all balances is zero."
      progress={{ label: "Postings read, each one twice", value: state?.read ?? 0, max: state?.to_read ?? 0 }}
      run={run}
      onClose={onClose}
    >
      {state?.finished && <VerificationResult verdict={state} />}
    </IntegrityVerificationDialog>
  );
}

/** Verifies the next batch of postings. The returned counts include all previous batches. */
async function verifyNextSection(all: LedgerVerification | null, signal: AbortSignal): Promise<LedgerVerification> {
  const nextPart = await verifyLedgerSection(all?.next ?? undefined, signal);
  return {
    ...nextPart,
    accounts: (all?.accounts ?? 0) + nextPart.accounts,
    entries: (all?.entries ?? 0) + nextPart.entries,
    postings: (all?.postings ?? 0) + nextPart.postings,
    read: (all?.read ?? 0) + nextPart.read,
  };
}

function VerificationResult({ verdict }: { verdict: LedgerVerification }) {
  const looked = `${formatCount(verdict.postings)} postings of ${formatCount(verdict.entries)} entries on ${formatCount(verdict.accounts)} accounts`;
  if (verdict.faults.length === 0)
    return <Alert title="Ledger balanced">{looked} sum to ₦0.00, and every balance is the sum of its postings.</Alert>;
  return (
    <Alert tone="danger" title="The ledger has errors">
      <ul className="list-disc space-y-1 pl-4">
        {verdict.faults.map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
      <p className="mt-2">
        Checked: {looked}. Tell the people who run the database, and post nothing manually until then.
      </p>
    </Alert>
  );
}
