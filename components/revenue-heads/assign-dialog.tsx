"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { SelectField, TextAreaField, TextField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { LoadFailed } from "@/components/common/states";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/lib/client/toast";
import { HEAD_REASON_MAX } from "@/lib/contract/revenue-heads.values";
import type { TransactionDetails } from "@/lib/contract/transaction";
import { type AssignRevenueHeadInput, assignHeadMutation, revenueHeadChoicesQuery } from "@/lib/queries/revenue-heads";
import { revenueHeadAssignmentDraftName } from "./head-words";

const loadSchema = () => import("@/lib/contract/revenue-heads").then((module) => module.headAssignment);

type Props = { transaction: TransactionDetails; onClose: () => void };

/** Sets or corrects the revenue head of a payment. */
export function AssignRevenueHeadDialog({ transaction, onClose }: Props) {
  const { id, reference, revenue_head: head } = transaction;
  const { mutateAsync } = useMutation(assignHeadMutation());
  return (
    <FormDialog<AssignRevenueHeadInput>
      open
      onOpenChange={onClose}
      title={`${head ? "Correct" : "Set"} the revenue head of ${reference}`}
      consequence="The payment is remitted to the ministry of this head. Reports count it there."
      submitLabel="Save"
      schema={loadSchema}
      fixed={{ transactionId: id, current: head?.code ?? null }}
      draft={revenueHeadAssignmentDraftName(id)}
      defaultValues={{ code: head?.code ?? "", reason: "" }}
      onSubmit={async (input) => {
        const { revenue_head } = await mutateAsync(input);
        toast.success(`${reference} has the revenue head ${revenue_head.code} ${revenue_head.name}.`);
      }}
    >
      <HeadField />
      <TextAreaField name="reason" label="Reason" max={HEAD_REASON_MAX} rows={3} />
    </FormDialog>
  );
}

/**
 * Renders a select of the active revenue heads. If the API's first page does not contain all heads, renders a text field for the head's
 * code instead.
 */
function HeadField() {
  const { data, error, isFetching, refetch } = useQuery(revenueHeadChoicesQuery());
  if (error && !data) return <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-16 w-full" />;
  if (data.total > data.items.length)
    return <TextField name="code" label="Code of the revenue head" autoComplete="off" maxLength={30} />;
  return (
    <SelectField
      name="code"
      label="Revenue head"
      placeholder="Choose a revenue head"
      options={data.items.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))}
    />
  );
}
