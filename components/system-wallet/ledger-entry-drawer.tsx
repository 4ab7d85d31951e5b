"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CopyableText } from "@/components/common/copyable-text";
import { DateTime } from "@/components/common/date-time";
import { FactList } from "@/components/common/fact-list";
import { TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { PostingsTable } from "@/components/common/postings-table";
import { LoadFailed } from "@/components/common/states";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { HoverLink } from "@/components/ui/hover-link";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import { useReopenDraft } from "@/lib/client/use-reopen-draft";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import type { LedgerEntryDetails } from "@/lib/contract/system-wallet";
import { MOVEMENT_NOTE_MAX } from "@/lib/contract/system-wallet.values";
import { adminLabel, titleCase } from "@/lib/format";
import { useAccess } from "@/lib/queries/rp";
import {
  type LedgerEntryReversalInput,
  ledgerEntryQuery,
  reverseLedgerEntryMutation,
} from "@/lib/queries/system-wallet";
import { reversalDraftName, WALLETS_URL } from "./wallet-words";

type Props = { entryId: string; addressOf: (id: string) => string; onClose: () => void };

/** Renders a ledger entry: its postings, what caused it, and the button that requests a reversal. */
export function LedgerEntryDrawer({ entryId, addressOf, onClose }: Props) {
  const { data, error, isFetching, refetch } = useQuery(ledgerEntryQuery(entryId));
  const [isReversing, setIsReversing] = useState(false);
  useReopenDraft(reversalDraftName(entryId), () => setIsReversing(true));
  const mayReverse = useAccess(routes.systemWallet.reverseEntry);
  const isOpeningBalance = data?.kind === "opening_balance";
  const isManual = data?.source.type === "wallet_movement" && data.kind !== "reversal";
  const isOpen = data && (isManual || isOpeningBalance) && !data.reversed_by && !data.awaiting_reversal;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      side="right"
      title={data ? `${titleCase(data.kind)} entry` : "Entry"}
      footer={isOpen && mayReverse && <Button onClick={() => setIsReversing(true)}>Reverse this entry</Button>}
    >
      {error && !data && <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-64 w-full" />}
      {data && <LedgerEntryFacts entry={data} addressOf={addressOf} />}
      {data && isReversing && <ReverseDialog entry={data} onClose={() => setIsReversing(false)} />}
    </Dialog>
  );
}

function LedgerEntryFacts({ entry, addressOf }: { entry: LedgerEntryDetails; addressOf: (id: string) => string }) {
  const link = "rounded-sm text-primary hover:underline";
  const mayOpenTransaction = useAccess(routes.transaction.single);
  return (
    <div className="space-y-6">
      {entry.awaiting_reversal && (
        <Alert tone="info" title="Its reversal awaits approval">
          <HoverLink href={`${WALLETS_URL}?movement=${entry.awaiting_reversal}`} className="underline">
            View the request
          </HoverLink>
        </Alert>
      )}
      <FactList
        facts={[
          ["What", entry.description],
          [
            "Posted",
            <span key="posted">
              <DateTime at={entry.posted_at} />
              {entry.posted_by && `, approved by ${adminLabel(entry.posted_by)}`}
            </span>,
          ],
          entry.source.type === "wallet_movement" && [
            "For",
            <HoverLink key="for" href={`${WALLETS_URL}?movement=${entry.source.id}`} className={link}>
              The movement
            </HoverLink>,
          ],
          entry.kind === "opening_balance" && [
            "For",
            <HoverLink key="for" href={recordUrl("opening_balance_file", entry.source.id)} className={link}>
              The file of opening balances
            </HoverLink>,
          ],
          entry.source.type === "transaction" &&
            mayOpenTransaction && [
              "For",
              <HoverLink key="for" href={recordUrl("transaction", entry.source.id)} className={link}>
                The transaction
              </HoverLink>,
            ],
          entry.reversal_of !== null && [
            "Takes back",
            <HoverLink key="takes" href={addressOf(entry.reversal_of)} className={link}>
              An earlier entry
            </HoverLink>,
          ],
          entry.reversed_by !== null && [
            "Taken back",
            <HoverLink key="taken" href={addressOf(entry.reversed_by)} className={link}>
              By its reversal
            </HoverLink>,
          ],
          [
            "Entry",
            <CopyableText key="entry" value={entry.id} what="entry">
              <code className="block truncate">{entry.id}</code>
            </CopyableText>,
          ],
        ]}
      />
      <PostingsTable
        total
        caption={<span className="block pb-2 font-bold">Postings</span>}
        postings={entry.postings.map(({ name, amount, balance_after }) => ({
          key: `${name} ${amount} ${balance_after}`,
          name,
          amount,
        }))}
      />
    </div>
  );
}

const loadSchema = () => import("@/lib/contract/system-wallet").then((module) => module.ledgerEntryReversal);

function ReverseDialog({ entry, onClose }: { entry: LedgerEntryDetails; onClose: () => void }) {
  const { mutateAsync } = useKeyedMutation(reverseLedgerEntryMutation);
  const reverse = async (input: LedgerEntryReversalInput) => {
    const movement = await mutateAsync(input);
    toast.success(`${movement.reference} awaits approval.`);
  };
  return (
    <FormDialog<LedgerEntryReversalInput>
      open
      onOpenChange={onClose}
      title="Reverse this entry?"
      consequence="The entry stays as it is. When another admin approves, a second one takes back each of its postings."
      submitLabel="Request the reversal"
      schema={loadSchema}
      fixed={{ entryId: entry.id }}
      draft={reversalDraftName(entry.id)}
      defaultValues={{ note: "" }}
      onSubmit={reverse}
    >
      <TextAreaField name="note" label="Reason" hint="Shown to the approver." max={MOVEMENT_NOTE_MAX} rows={3} />
    </FormDialog>
  );
}
