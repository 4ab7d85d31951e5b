"use client";

import { useId, useState } from "react";
import { DialogButtons } from "@/components/common/form/dialog-buttons";
import { FieldFrame } from "@/components/common/form/field";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Textarea } from "@/components/ui/input";
import { errorMessageOf } from "@/lib/client/api-error";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import type { ReconciliationItemDetails } from "@/lib/contract/reconciliation-items";
import { ITEM_REMARK_MAX } from "@/lib/contract/reconciliation-items.values";
import { formatMoney, pluralize } from "@/lib/format";
import { splitItemMutation } from "@/lib/queries/reconciliation-items";
import { parseSplitParts, remainingSplitAmount, splitPartsProblem } from "./split-amounts";

/** Splits a reconciliation item into parts, whose amounts are typed one per line. */
export function SplitItemDialog({ item, onClose }: { item: ReconciliationItemDetails; onClose: () => void }) {
  const id = useId();
  const [text, setText] = useState("");
  const [remark, setRemark] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const { mutateAsync, isPending } = useKeyedMutation(splitItemMutation);
  const parts = parseSplitParts(text);
  const rest = remainingSplitAmount(parts.amounts, item.amount);
  const addRest = () => setText(`${text.trimEnd()}${text.trim() ? "\n" : ""}${formatMoney(rest, "")}`);
  const split = async () => {
    const found = splitPartsProblem(parts, item.amount) ?? (remark.trim().length < 3 ? "Write a remark." : null);
    setProblem(found);
    if (found) return;
    try {
      await mutateAsync({ itemId: item.id, version: item.version, amounts: parts.amounts, remark });
      toast.success(`Item ${item.id} is split into ${pluralize(parts.amounts.length, "part")}.`);
      onClose();
    } catch (error) {
      setProblem(errorMessageOf(error));
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Split item ${item.id} of ${formatMoney(item.amount)}`}
      description="The parts replace the item. They can be joined again while none of them is matched."
      locked={isPending}
      footer={<DialogButtons label="Split" busy={isPending} onConfirm={() => void split()} onCancel={onClose} />}
    >
      <div className="space-y-4">
        <FieldFrame id={id} label="Parts in naira" hint="One amount per line. Write a minus before money that left.">
          <Textarea
            id={id}
            rows={4}
            spellCheck={false}
            aria-describedby={`${id}-hint`}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="block tabular-nums"
          />
        </FieldFrame>
        <div className="flex flex-wrap items-center gap-3 text-sm" role="status">
          <span className="text-muted">
            {parts.problem ?? (rest === 0 ? "The parts sum to the item." : `Left: ${formatMoney(rest)}`)}
          </span>
          {rest !== 0 && !parts.problem && (
            <Button size="sm" onClick={addRest}>
              Add the rest as a part
            </Button>
          )}
        </div>
        <FieldFrame id={`${id}-remark`} label="Remark">
          <Textarea
            id={`${id}-remark`}
            rows={2}
            maxLength={ITEM_REMARK_MAX}
            value={remark}
            onChange={(event) => setRemark(event.target.value)}
            className="block"
          />
        </FieldFrame>
        {problem && <Alert tone="danger">{problem}</Alert>}
      </div>
    </Dialog>
  );
}
