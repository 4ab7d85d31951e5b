"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { RowProblems } from "@/components/common/form/row-problems";
import { TableUpload } from "@/components/common/form/table-upload";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/input";
import { messageOf } from "@/lib/client/api-error";
import { readTable } from "@/lib/client/read-table";
import { MEMBERS_MAX } from "@/lib/contract/user.values";
import type { CheckedRow } from "@/lib/contract/user-groups";
import { formatCount } from "@/lib/format";
import { checkMembersMutation } from "@/lib/queries/user";
import { usersWords } from "./user-words";

type Person = { id: string; name: string; phone: string };

/** `place`: where the rows were read, such as "sheet “June”, column B “Phone No.”". */
type Checked = { rows: readonly CheckedRow[]; place: string };

const PASTED = "Pasted rows";

type Props = {
  groupId?: string;
  onAdd: (people: readonly Person[]) => void;
  /** Called with the file's name while none of its users is chosen, and with null once some are or the file is removed. */
  onUndecided: (file: string | null) => void;
};

/** Checks the people of a file or of pasted rows. Lists the users found and the errors of other rows before any is added. */
export function MembersUpload({ groupId, onAdd, onUndecided }: Props) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [checked, setChecked] = useState<Checked | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isReading, setIsReading] = useState(false);
  const { mutateAsync } = useMutation(checkMembersMutation(groupId));
  const [file, setFile] = useState<string | null>(null);
  const latest = useRef<File | string>(null);
  const found = checked?.rows.flatMap(({ user }) => user ?? []) ?? [];
  const undecided = found.length || isReading ? file : null;
  useEffect(() => {
    onUndecided(undecided);
    return () => onUndecided(null);
  }, [undecided, onUndecided]);

  const check = async (source: File | string): Promise<Checked> => {
    const { entries, problems, column, sheet } = await readTable(source, { what: "people", most: MEMBERS_MAX });
    const { items } = entries.length ? await mutateAsync(entries) : { items: [] };
    const rows = [...items, ...problems.map((each) => ({ ...each, user: null }))];
    const place = [sheet && `sheet “${sheet}”`, column].filter(Boolean).join(", ");
    return { rows: rows.sort((one, other) => one.row - other.row), place };
  };
  const read = async (source: File | string) => {
    latest.current = source;
    setFile(typeof source === "string" ? PASTED : source.name);
    setChecked(null);
    setProblem(null);
    setIsReading(true);
    const settle = (then: () => void) => {
      if (latest.current !== source) return;
      setIsReading(false);
      then();
    };
    await check(source).then(
      (done) =>
        settle(() => {
          setChecked(done);
          setTyped("");
        }),
      (error) => settle(() => setProblem(messageOf(error, "The file couldn't be checked. Try again."))),
    );
  };
  const wrong = checked?.rows.filter((row) => row.problem) ?? [];
  return (
    <div className="space-y-2 text-sm">
      <TableUpload
        label="CSV or Excel file of people to add"
        hint="Excel or CSV with a phone number, email or user id in each row. You can also drop a file here."
        busy={isReading}
        onFile={(chosen) => void read(chosen)}
        onText={(text) => void read(text)}
      >
        <label htmlFor={id} className="sr-only">
          Rows to check
        </label>
        <Textarea
          id={id}
          rows={2}
          className="block min-h-16"
          placeholder="Or paste cells copied from a spreadsheet"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {typed.trim() && (
          <Button size="sm" disabled={isReading} onClick={() => void read(typed)}>
            Check rows
          </Button>
        )}
      </TableUpload>
      {problem && (
        <Alert tone="danger">
          {file !== PASTED && `${file}: `}
          {problem}
        </Alert>
      )}
      {checked && (
        <section aria-label="Result of the check" className="space-y-2 rounded-md border border-border p-3">
          <div className="flex flex-wrap items-center gap-2">
            <p role="status" className="mr-auto min-w-0 wrap-anywhere font-semibold">
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
          {checked.place && <p className="wrap-anywhere text-muted">Read from {checked.place}.</p>}
          <RowProblems rows={wrong} />
        </section>
      )}
    </div>
  );
}
