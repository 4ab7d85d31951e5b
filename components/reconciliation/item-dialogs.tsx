"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/common/form/confirm-dialog";
import { SelectField, TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import type { ReconciliationItemDetails } from "@/lib/contract/reconciliation-items";
import {
  ITEM_REMARK_MAX,
  ITEM_RESOLUTION_WORDS,
  type ItemResolution,
} from "@/lib/contract/reconciliation-items.values";
import { adminLabel, formatMoney, pluralize, selectOptions } from "@/lib/format";
import {
  type AnswerColleagueInput,
  type AskColleagueInput,
  answerQuestionMutation,
  askableAdminsQuery,
  askColleagueMutation,
  type ResolveReconciliationItemInput,
  resolveItemMutation,
  type UndoReconciliationMatchInput,
  undoMatchMutation,
  undoSplitMutation,
} from "@/lib/queries/reconciliation-items";

const loadContract = () => import("@/lib/contract/reconciliation-items");

type Props = { item: ReconciliationItemDetails; onClose: () => void };

/** Undoes the match that contains a reconciliation item, with a remark. */
export function UndoMatchDialog({ item, onClose }: Props) {
  const { mutateAsync } = useKeyedMutation(undoMatchMutation);
  const total = item.match?.total ?? 0;
  return (
    <FormDialog<UndoReconciliationMatchInput>
      open
      onOpenChange={onClose}
      title={`Undo the match of ${pluralize(total, "item")}?`}
      consequence="The items are open again. Automatic matching does not join them again, but an admin can."
      submitLabel="Undo match"
      tone="danger"
      schema={() => loadContract().then((module) => module.matchUndoing)}
      fixed={{ matchId: item.match?.id }}
      defaultValues={{ remark: "" }}
      onSubmit={async (input) => {
        await mutateAsync(input);
        toast.success("The match is undone.");
      }}
    >
      <TextAreaField name="remark" label="Remark" max={ITEM_REMARK_MAX} rows={3} />
    </FormDialog>
  );
}

/** Asks for confirmation and joins the parts of a split item again. */
export function UndoSplitDialog({ item, onClose }: Props) {
  const { mutateAsync } = useKeyedMutation(undoSplitMutation);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Join the ${pluralize(item.parts.length, "part")} of item ${item.id}?`}
      consequence="The parts are removed, and the item is open again."
      confirmLabel="Join parts"
      onConfirm={() => mutateAsync({ itemId: item.id, version: item.version })}
    />
  );
}

/**
 * Lists the ways to resolve an item by a manual transfer, the most specific first. The dialog preselects the first; the API checks
 * whether the chosen way is allowed.
 */
function resolutionsOf(item: ReconciliationItemDetails): ItemResolution[] {
  // Amount by which the ledger's float exceeds the bank. Ledger items and settlements increase this amount, bank lines reduce it.
  const missing = item.side === "ledger" || item.kind === "settlement" ? item.amount : -item.amount;
  const { counterpart } = item;
  const isDifference =
    item.reason === "amount_differs" && counterpart && (item.side === "ledger") !== (counterpart.side === "ledger");
  return [
    ...(isDifference ? (["post_difference"] as const) : []),
    ...(missing > 0 && missing <= item.write_off_limit ? (["write_off"] as const) : []),
    "suspense",
  ];
}

/** Requests approval of the manual transfer that resolves an item without a counterpart. */
export function ResolveItemDialog({ item, onClose }: Props) {
  const { mutateAsync } = useKeyedMutation(resolveItemMutation);
  const resolutions = resolutionsOf(item);
  return (
    <FormDialog<ResolveReconciliationItemInput>
      open
      onOpenChange={onClose}
      title={`Resolve item ${item.id} of ${formatMoney(item.amount)}?`}
      consequence={`Requests a manual transfer. Nothing moves before another admin approves it; then the item is matched with it. Up to ${formatMoney(item.write_off_limit)} can be written off.`}
      submitLabel="Request approval"
      schema={() => loadContract().then((module) => module.itemResolution)}
      fixed={{ itemId: item.id, version: item.version }}
      defaultValues={{ how: resolutions[0], remark: "" }}
      onSubmit={async (input) => {
        const { movements } = await mutateAsync(input);
        toast.success(`${movements[0]?.reference ?? "The transfer"} awaits approval.`);
      }}
    >
      <SelectField
        name="how"
        label="What to do"
        options={selectOptions(resolutions, (how) => ITEM_RESOLUTION_WORDS[how])}
      />
      <TextAreaField name="remark" label="Remark" hint="Shown to the approver." max={ITEM_REMARK_MAX} rows={3} />
    </FormDialog>
  );
}

/** Sends a question about a reconciliation item to another admin. */
export function AskColleagueDialog({ item, onClose }: Props) {
  const colleagues = useQuery(askableAdminsQuery()).data;
  const { mutateAsync } = useMutation(askColleagueMutation());
  return (
    <FormDialog<AskColleagueInput>
      open
      onOpenChange={onClose}
      title={`Ask a colleague about item ${item.id}`}
      consequence="Your colleague gets a notice, and can answer here."
      submitLabel="Ask"
      ready={colleagues !== undefined}
      schema={() => loadContract().then((module) => module.colleagueQuestion)}
      fixed={{ itemId: item.id, version: item.version }}
      defaultValues={{ admin_id: "", question: "" }}
      onSubmit={async (input) => {
        await mutateAsync(input);
        toast.success("Your colleague is notified.");
      }}
    >
      <SelectField
        name="admin_id"
        label="Colleague"
        placeholder="Choose a colleague"
        options={(colleagues ?? []).map((admin) => ({ value: admin.id, label: adminLabel(admin) }))}
      />
      <TextAreaField name="question" label="Question" max={ITEM_REMARK_MAX} rows={3} />
    </FormDialog>
  );
}

/** Answers a colleague's question about a reconciliation item. */
export function AnswerQuestionDialog({ item, onClose }: Props) {
  const { mutateAsync } = useMutation(answerQuestionMutation());
  return (
    <FormDialog<AnswerColleagueInput>
      open
      onOpenChange={onClose}
      title={`Answer about item ${item.id}`}
      consequence={item.question}
      submitLabel="Answer"
      schema={() => loadContract().then((module) => module.questionAnswer)}
      fixed={{ itemId: item.id, version: item.version }}
      defaultValues={{ answer: "" }}
      onSubmit={async (input) => {
        await mutateAsync(input);
        toast.success("Your answer is stored in the history.");
      }}
    >
      <TextAreaField name="answer" label="Answer" max={ITEM_REMARK_MAX} rows={3} />
    </FormDialog>
  );
}
