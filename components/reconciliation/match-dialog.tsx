"use client";

import { TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import type { ReconciliationItemRow } from "@/lib/contract/reconciliation-items";
import { ITEM_REMARK_MAX } from "@/lib/contract/reconciliation-items.values";
import { pluralize } from "@/lib/format";
import { type MatchReconciliationItemsInput, matchItemsMutation } from "@/lib/queries/reconciliation-items";
import { ItemSumsBySide } from "./item-sums";

const loadSchema = () => import("@/lib/contract/reconciliation-items").then((module) => module.itemMatching);

type Props = { items: readonly ReconciliationItemRow[]; onMatched: () => void; onClose: () => void };

/** Asks for a remark and matches the selected reconciliation items. */
export function MatchItemsDialog({ items, onMatched, onClose }: Props) {
  const { mutateAsync } = useKeyedMutation(matchItemsMutation);
  const match = async (input: MatchReconciliationItemsInput) => {
    await mutateAsync(input);
    toast.success(`${pluralize(items.length, "item")} matched.`);
    onMatched();
  };
  return (
    <FormDialog<MatchReconciliationItemsInput>
      open
      onOpenChange={onClose}
      title={`Match ${pluralize(items.length, "item")}?`}
      consequence={
        <>
          <ItemSumsBySide items={items} />
          <span className="mt-1 block">The match can be undone until its day is closed.</span>
        </>
      }
      submitLabel="Match"
      schema={loadSchema}
      fixed={{ item_ids: items.map(({ id }) => id) }}
      defaultValues={{ remark: "" }}
      onSubmit={match}
    >
      <TextAreaField name="remark" label="Remark" hint="Why they belong together." max={ITEM_REMARK_MAX} rows={3} />
    </FormDialog>
  );
}
