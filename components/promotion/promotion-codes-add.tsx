"use client";

import { useMutation } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useEffectEvent, useId, useMemo, useState } from "react";
import { DialogButtons } from "@/components/common/form/dialog-buttons";
import { FieldFrame } from "@/components/common/form/field";
import { RowProblemList } from "@/components/common/form/row-problems";
import { TableUpload } from "@/components/common/form/table-upload";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Textarea } from "@/components/ui/input";
import { errorMessageOf } from "@/lib/client/api-error";
import { deleteDraft, readDraft, registerFormForDrafts } from "@/lib/client/drafts";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { type PickedValues, pickPastedPromotionCodes } from "@/lib/client/pasted-cells";
import { readTable } from "@/lib/client/read-table";
import { PROMOTION_CODES_MAX } from "@/lib/contract/promotion.values";
import type { PromotionCodeResult } from "@/lib/contract/promotion-codes";
import { formatCount, pluralize } from "@/lib/format";
import { addCodesMutation } from "@/lib/queries/promotion-codes";

type PromotionCodesAddProps = { promotionId: string; onClose: () => void };

/** Adds promotion codes that are typed, pasted or read from a file, then lists each row that could not be added. */
export function AddPromotionCodesDialog({ promotionId, onClose }: PromotionCodesAddProps) {
  const id = useId();
  const [key, setKey] = useState(newIdempotencyKey);
  const { mutateAsync, isPending } = useMutation(addCodesMutation(key));
  // Storage name of the draft that keeps the typed codes when the session ends.
  const draft = `promotion.codes:${promotionId}`;
  const [codesText, setCodesText] = useState(() => String(readDraft(draft)?.codes ?? ""));
  const values = useEffectEvent(() => ({ codes: codesText }));
  useEffect(() => registerFormForDrafts(draft, () => values()), [draft]);
  const [problem, setProblem] = useState<string | null>(null);
  const [isReading, setIsReading] = useState(false);
  /** Sentence about the source of the codes: the file's name, its sheet and its column. */
  const [origin, setOrigin] = useState("");
  const [result, setResult] = useState<{ added: number; items: PromotionCodeResult[] } | null>(null);
  const deferredText = useDeferredValue(codesText);
  const count = useMemo(() => countCodes(deferredText), [deferredText]);

  const changeCodes = (text: string) => {
    setCodesText(text);
    setKey(newIdempotencyKey());
  };
  const readFile = async (file: File) => {
    setProblem(null);
    setOrigin("");
    setIsReading(true);
    try {
      const table = await readTable(file, { what: "codes", most: PROMOTION_CODES_MAX });
      setOrigin(describeOrigin(file.name, table));
      changeCodes(toCodeLines(table));
    } catch (error) {
      setProblem(`${file.name}: ${errorMessageOf(error)}`);
    } finally {
      setIsReading(false);
    }
  };
  const add = async () => {
    setProblem(null);
    try {
      const { entries: codes, problems } = pickPastedPromotionCodes(codesText);
      if (codes.length + problems.length === 0) return setProblem("There is no code to add. Enter one per line.");
      if (codes.length > PROMOTION_CODES_MAX) return setProblem(tooManyMessage(codes.length));
      const { added, items } = codes.length ? await mutateAsync({ promotionId, codes }) : { added: 0, items: [] };
      setResult({ added, items: [...items, ...problems].sort((left, right) => left.row - right.row) });
      setKey(newIdempotencyKey());
      deleteDraft(draft);
    } catch (error) {
      setProblem(errorMessageOf(error));
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add codes"
      description="4 to 24 letters and digits, with single dashes between them. Capitals don't matter."
      locked={isPending}
      footer={
        result ? (
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        ) : (
          <DialogButtons
            label={count > 0 ? `Add ${pluralize(count, "code")}` : "Add codes"}
            busy={isPending}
            onConfirm={add}
            onCancel={onClose}
          />
        )
      }
    >
      {result ? (
        <AddResult {...result} />
      ) : (
        <div className="space-y-3">
          <FieldFrame id={id} label="Codes" hint="One per line, or cells copied from a spreadsheet.">
            <Textarea
              id={id}
              rows={8}
              spellCheck={false}
              aria-describedby={`${id}-hint`}
              value={codesText}
              onChange={(event) => changeCodes(event.target.value)}
              className="block font-mono"
            />
          </FieldFrame>
          {origin && (
            <p role="status" className="wrap-anywhere text-muted text-sm">
              {origin}
            </p>
          )}
          <TableUpload
            label="CSV or Excel file of codes"
            hint="Excel or CSV. The codes of a file replace those above. You can also drop it here."
            busy={isReading}
            onFile={(file) => void readFile(file)}
            onText={changeCodes}
          />
          {problem && <Alert tone="danger">{problem}</Alert>}
        </div>
      )}
    </Dialog>
  );
}

function AddResult({ added, items }: { added: number; items: readonly PromotionCodeResult[] }) {
  const failedRows = items.filter((each) => each.problem !== null);
  return (
    <div className="space-y-3 text-sm">
      <p role="status" className="font-semibold">
        {pluralize(added, "code")} added, {pluralize(failedRows.length, "row")} with a problem
      </p>
      <RowProblemList rows={failedRows} />
    </div>
  );
}

const tooManyMessage = (count: number) =>
  `These are ${formatCount(count)} codes, and ${formatCount(PROMOTION_CODES_MAX)} can be added at a time. Split them.`;

/** Counts the typed promotion codes. Returns 0 while the text can't be read. */
function countCodes(text: string): number {
  try {
    return pickPastedPromotionCodes(text).entries.length;
  } catch {
    return 0;
  }
}

/** Puts each promotion code on the line that equals its row number in the file, so that errors show this number. */
function toCodeLines({ entries, problems, head }: PickedValues): string {
  const lines: string[] = [];
  for (const { row, text } of [...(head ? [head] : []), ...problems, ...entries]) lines[row - 1] = quoteCell(text);
  return Array.from(lines, (line) => line ?? "").join("\n");
}

/** Quotes a cell's text that contains a separator. */
const quoteCell = (text: string) => (/[",;|\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function describeOrigin(name: string, { entries, column, sheet }: PickedValues & { sheet: string | null }): string {
  const placeText = [sheet && `sheet “${sheet}”`, column].filter(Boolean).join(", ");
  return `${name}: ${pluralize(entries.length, "code")}${placeText && ` read from ${placeText}`}.`;
}
