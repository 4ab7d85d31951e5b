"use client";

import { TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { MoneyField } from "@/components/common/form/number-fields";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import type { OpeningBalanceFile } from "@/lib/contract/opening-balances";
import { MOVEMENT_NOTE_MAX } from "@/lib/contract/system-wallet.values";
import { type PostOpeningBalancesInput, postOpeningBalancesMutation } from "@/lib/queries/system-wallet";
import { openingBalancesDraftName } from "./wallet-words";

const loadSchema = () => import("@/lib/contract/opening-balances").then((module) => module.openingBalancesPosting);

type Props = { file: OpeningBalanceFile; onClose: () => void };

/** Requests to post a file of opening balances. The admin types the total as stated by the file's source. */
export function OpeningBalancesDialog({ file: { id, file_name }, onClose }: Props) {
  const { mutateAsync } = useKeyedMutation(postOpeningBalancesMutation);
  return (
    <FormDialog<PostOpeningBalancesInput>
      open
      onOpenChange={onClose}
      title={`Request the posting of ${file_name}`}
      consequence="Nothing is posted before another admin approves it. Then each balance of the file is posted to its wallet, and the settlement float increases by the sum."
      submitLabel="Request approval"
      schema={loadSchema}
      fixed={{ balanceFileId: id }}
      draft={openingBalancesDraftName(id)}
      defaultValues={{ amount: undefined, reason: "" }}
      onSubmit={async (input) => {
        await mutateAsync(input);
        toast.success(`The posting of ${file_name} awaits approval.`);
      }}
    >
      <MoneyField
        name="amount"
        label="Sum in naira"
        hint="As the system that the balances come from reports it. It has to equal the sum of the lines."
      />
      <TextAreaField name="reason" label="Reason" hint="Shown to the approver." max={MOVEMENT_NOTE_MAX} rows={3} />
    </FormDialog>
  );
}
