"use client";

import { useMutation } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { DialogButtons } from "@/components/common/form/dialog-buttons";
import { FieldFrame } from "@/components/common/form/field";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Textarea } from "@/components/ui/input";
import { messageOf } from "@/lib/client/api-error";
import { draftOf, forgetDraft, registerForm } from "@/lib/client/drafts";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { CODES_MAX } from "@/lib/contract/promotion.values";
import type { CodeResult } from "@/lib/contract/promotion-codes";
import { formatCount } from "@/lib/format";
import { addCodesMutation } from "@/lib/queries/promotion-codes";
import { codesOf } from "./promotion-codes-file";
import { counted } from "./promotion-words";

type PromotionCodesAddProps = { promotionId: string; onClose: () => void };

const FILE_MAX = 1_000_000;
const SHOWN = 100;

/** Adds codes that are typed, one a line, or stand in a CSV file; then says row by row what could not be added. */
export function PromotionCodesAdd({ promotionId, onClose }: PromotionCodesAddProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [key, setKey] = useState(newIdempotencyKey);
  const { mutateAsync, isPending } = useMutation(addCodesMutation(key));
  // What is typed survives the end of a session, as in every form.
  const draft = `promotion.codes:${promotionId}`;
  const [typed, setTyped] = useState(() => String(draftOf(draft)?.codes ?? ""));
  const values = useEffectEvent(() => ({ codes: typed }));
  useEffect(() => registerForm(draft, () => values()), [draft]);
  const [problem, setProblem] = useState<string | null>(null);
  const [result, setResult] = useState<{ added: number; items: CodeResult[] } | null>(null);
  const codes = codesOf(typed);

  const read = async (file: File) => {
    setProblem(null);
    if (file.size > FILE_MAX) return setProblem("This file is larger than 1 MB. Split it and add it in parts.");
    setTyped(await file.text());
  };
  const add = async () => {
    setProblem(null);
    if (codes.length === 0) return setProblem("There is no code to add. Type one in each line.");
    if (codes.length > CODES_MAX)
      return setProblem(
        `These are ${formatCount(codes.length)} codes, and ${formatCount(CODES_MAX)} can be added at a time. Split them.`,
      );
    try {
      setResult(await mutateAsync({ promotionId, codes }));
      setKey(newIdempotencyKey());
      forgetDraft(draft);
    } catch (error) {
      setProblem(messageOf(error));
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
            label={codes.length > 0 ? `Add ${counted(codes.length, "code")}` : "Add codes"}
            busy={isPending}
            onConfirm={add}
            onCancel={onClose}
          />
        )
      }
    >
      {result ? (
        <Result {...result} />
      ) : (
        <div className="space-y-3">
          <FieldFrame id={id} label="Codes" hint="One in each line. Only the first column of a CSV file is read.">
            <Textarea
              id={id}
              rows={8}
              spellCheck={false}
              aria-describedby={`${id}-hint`}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setKey(newIdempotencyKey());
              }}
              className="block font-mono"
            />
          </FieldFrame>
          <input
            ref={input}
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            aria-label="CSV file of codes"
            className="sr-only"
            tabIndex={-1}
            onChange={(event) => {
              const chosen = event.target.files?.[0];
              if (chosen) void read(chosen);
              setKey(newIdempotencyKey());
              event.target.value = "";
            }}
          />
          <Button onClick={() => input.current?.click()}>
            <Upload aria-hidden="true" /> Upload CSV
          </Button>
          {problem && <Alert tone="danger">{problem}</Alert>}
        </div>
      )}
    </Dialog>
  );
}

function Result({ added, items }: { added: number; items: readonly CodeResult[] }) {
  const wrong = items.filter((each) => each.problem !== null);
  return (
    <div className="space-y-3 text-sm">
      <p role="status" className="font-semibold">
        {counted(added, "code")} added, {counted(wrong.length, "row")} with a problem
      </p>
      {wrong.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        <ul aria-label="Rows with a problem" tabIndex={0} className="max-h-64 overflow-y-auto">
          {wrong.slice(0, SHOWN).map(({ row, text, problem }) => (
            <li key={row} className="flex gap-2 border-border border-t py-1">
              <span className="w-20 shrink-0 text-muted tabular-nums">Row {formatCount(row)}</span>
              <span className="min-w-0 break-words">
                <code className="mr-2">{text}</code>
                {problem}
              </span>
            </li>
          ))}
          {wrong.length > SHOWN && <li className="pt-1 text-muted">and {formatCount(wrong.length - SHOWN)} more</li>}
        </ul>
      )}
    </div>
  );
}
