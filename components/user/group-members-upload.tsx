"use client";

import { useMutation } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { messageOf } from "@/lib/client/api-error";
import { MEMBERS_MAX } from "@/lib/contract/user.values";
import type { CheckedRow } from "@/lib/contract/user-groups";
import { formatCount } from "@/lib/format";
import { checkMembersMutation } from "@/lib/queries/user";
import { entriesOf } from "./csv-entries";
import { usersWords } from "./user-words";

type Person = { id: string; name: string; phone: string };

const FILE_MAX = 1_000_000;
const PROBLEMS_SHOWN = 100;

type Props = {
  groupId?: string;
  onAdd: (people: readonly Person[]) => void;
  /** Told the name of a file of which nobody is chosen yet, and null once that is decided. */
  onUndecided: (file: string | null) => void;
};

/** People from a file, looked at before anybody is added: whom it found, and row by row what is wrong. */
export function MembersUpload({ groupId, onAdd, onUndecided }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [checked, setChecked] = useState<readonly CheckedRow[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { mutateAsync, isPending } = useMutation(checkMembersMutation(groupId));
  const [file, setFile] = useState<string | null>(null);
  const found = checked?.flatMap(({ user }) => user ?? []) ?? [];
  const undecided = found.length || isPending ? file : null;
  useEffect(() => {
    onUndecided(undecided);
    return () => onUndecided(null);
  }, [undecided, onUndecided]);

  const read = async (chosen: File) => {
    setFile(chosen.name);
    setChecked(null);
    setProblem(null);
    if (chosen.size > FILE_MAX) return setProblem("This file is larger than 1 MB. Split it and add it in parts.");
    const entries = entriesOf(await chosen.text());
    if (entries.length === 0) return setProblem("This file is empty. Put one phone number, email or user id in a row.");
    if (entries.length > MEMBERS_MAX)
      return setProblem(
        `This file has ${formatCount(entries.length)} rows and a check takes ${formatCount(MEMBERS_MAX)}. Split it and add it in parts.`,
      );
    try {
      const { items } = await mutateAsync(entries);
      setChecked(items);
    } catch (error) {
      setProblem(messageOf(error, "The file couldn't be checked. Try again."));
    }
  };
  const wrong = checked?.filter((row) => row.problem) ?? [];
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
            const chosen = event.target.files?.[0];
            if (chosen) void read(chosen);
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
              {file}: {usersWords(found.length)} found, {formatCount(wrong.length)}{" "}
              {wrong.length === 1 ? "row" : "rows"} with a problem
            </p>
            <Button size="sm" onClick={() => setChecked(null)}>
              Remove file
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
