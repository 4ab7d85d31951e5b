"use client";

import { useMutation } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { MEMBERS_MAX } from "@/lib/contract/user.values";
import type { CheckedRow } from "@/lib/contract/user-groups";
import { formatCount } from "@/lib/format";
import { checkMembersMutation } from "@/lib/queries/user";
import { entriesOf } from "./csv-entries";
import { usersWords } from "./user-words";

type Person = { id: string; name: string; phone: string };

const FILE_MAX = 1_000_000;
const PROBLEMS_SHOWN = 100;

/** People from a file, looked at before anybody is added: whom it found, and row by row what is wrong. */
export function MembersUpload({ onAdd }: { onAdd: (people: readonly Person[]) => void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [checked, setChecked] = useState<{ file: string; rows: readonly CheckedRow[] } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { mutateAsync, isPending } = useMutation(checkMembersMutation());

  const read = async (file: File) => {
    setChecked(null);
    setProblem(null);
    if (file.size > FILE_MAX) return setProblem("This file is larger than 1 MB. Split it and add it in parts.");
    const entries = entriesOf(await file.text());
    if (entries.length === 0) return setProblem("This file is empty. Put one phone number, email or user id in a row.");
    if (entries.length > MEMBERS_MAX)
      return setProblem(
        `This file has ${formatCount(entries.length)} rows and a check takes ${formatCount(MEMBERS_MAX)}. Split it and add it in parts.`,
      );
    try {
      const { items } = await mutateAsync(entries);
      setChecked({ file: file.name, rows: items });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "The file couldn't be checked. Try again.");
    }
  };
  const found = checked?.rows.flatMap(({ user }) => user ?? []) ?? [];
  const wrong = checked?.rows.filter((row) => row.problem) ?? [];
  return (
    <div className="space-y-2 text-sm">
      <div className="flex flex-wrap items-center gap-3">
        <input
          ref={input}
          id={id}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          aria-label="CSV file of people to add"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) void read(file);
            event.target.value = "";
          }}
        />
        <Button busy={isPending} onClick={() => input.current?.click()}>
          {!isPending && <Upload aria-hidden="true" />} Upload CSV
        </Button>
        <span className="text-muted">First column: a phone number, email or user id in each row.</span>
      </div>
      {problem && <Alert tone="danger">{problem}</Alert>}
      {checked && (
        <section aria-label="What the file holds" className="space-y-2 rounded-md border border-border p-3">
          <div className="flex flex-wrap items-center gap-2">
            <p role="status" className="mr-auto font-semibold">
              {checked.file}: {usersWords(found.length)} found, {formatCount(wrong.length)}{" "}
              {wrong.length === 1 ? "row" : "rows"} with a problem
            </p>
            <Button size="sm" onClick={() => setChecked(null)}>
              Drop the file
            </Button>
            <Button
              size="sm"
              variant="primary"
              disabled={found.length === 0}
              onClick={() => {
                onAdd(found);
                setChecked(null);
              }}
            >
              Choose {usersWords(found.length)}
            </Button>
          </div>
          {wrong.length > 0 && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
            <ul aria-label="Rows with a problem" tabIndex={0} className="max-h-40 overflow-y-auto">
              {wrong.slice(0, PROBLEMS_SHOWN).map(({ row, text, problem: sentence }) => (
                <li key={row} className="flex gap-2 border-t border-border py-1">
                  <span className="w-16 shrink-0 text-muted tabular-nums">Row {row}</span>
                  <span className="min-w-0 break-words">
                    {text && <code className="mr-2">{text}</code>}
                    {sentence}
                  </span>
                </li>
              ))}
              {wrong.length > PROBLEMS_SHOWN && (
                <li className="pt-1 text-muted">and {formatCount(wrong.length - PROBLEMS_SHOWN)} more</li>
              )}
            </ul>
          )}
        </section>
      )}
    </div>
  );
}
