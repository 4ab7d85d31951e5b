"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { RowProblemList } from "@/components/common/form/row-problems";
import { TableUpload } from "@/components/common/form/table-upload";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/input";
import { errorMessageOf } from "@/lib/client/api-error";
import { readTable } from "@/lib/client/read-table";
import { MAX_CHANGED_GROUP_MEMBERS } from "@/lib/contract/user.values";
import type { CheckedMemberRow } from "@/lib/contract/user-groups";
import { formatCount } from "@/lib/format";
import { checkGroupMembersMutation } from "@/lib/queries/user";
import { formatUserCount } from "./user-words";

type Person = { id: string; name: string; phone: string };

/** `place`: position of the rows in the file, such as "sheet “June”, column B “Phone No.”". */
type CheckedTable = { rows: readonly CheckedMemberRow[]; place: string };

const PASTED_LABEL = "Pasted rows";

type Props = {
  groupId?: string;
  onAdd: (people: readonly Person[]) => void;
  /** Called with the file's name during its check, and until the users found are added. Otherwise called with null. */
  onUndecided: (file: string | null) => void;
};

/** Checks the people of a file or of pasted rows. Lists the users found and the errors of other rows before any is added. */
export function GroupMembersUpload({ groupId, onAdd, onUndecided: onUndecidedFile }: Props) {
  const id = useId();
  const [pastedText, setPastedText] = useState("");
  const [checkedTable, setCheckedTable] = useState<CheckedTable | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isReading, setIsReading] = useState(false);
  const { mutateAsync } = useMutation(checkGroupMembersMutation(groupId));
  const [file, setFile] = useState<string | null>(null);
  const latest = useRef<File | string>(null);
  const foundPeople = checkedTable?.rows.flatMap(({ user }) => user ?? []) ?? [];
  const undecidedFile = foundPeople.length || isReading ? file : null;
  useEffect(() => {
    onUndecidedFile(undecidedFile);
    return () => onUndecidedFile(null);
  }, [undecidedFile, onUndecidedFile]);

  const check = async (source: File | string): Promise<CheckedTable> => {
    const { entries, problems, column, sheet } = await readTable(source, {
      what: "people",
      most: MAX_CHANGED_GROUP_MEMBERS,
    });
    const { items } = entries.length ? await mutateAsync(entries) : { items: [] };
    const rows = [...items, ...problems.map((each) => ({ ...each, user: null }))];
    const origin = [sheet && `sheet “${sheet}”`, column].filter(Boolean).join(", ");
    return { rows: rows.sort((one, other) => one.row - other.row), place: origin };
  };
  const readRows = async (source: File | string) => {
    latest.current = source;
    setFile(typeof source === "string" ? PASTED_LABEL : source.name);
    setCheckedTable(null);
    setProblem(null);
    setIsReading(true);
    const finishUpload = (afterwards: () => void) => {
      if (latest.current !== source) return;
      setIsReading(false);
      afterwards();
    };
    await check(source).then(
      (previous) =>
        finishUpload(() => {
          setCheckedTable(previous);
          setPastedText("");
        }),
      (error) => finishUpload(() => setProblem(errorMessageOf(error, "The file couldn't be checked. Try again."))),
    );
  };
  const failedRows = checkedTable?.rows.filter((row) => row.problem) ?? [];
  return (
    <div className="space-y-2 text-sm">
      <TableUpload
        label="CSV or Excel file of people to add"
        hint="Excel or CSV with a phone number, email or user id in each row. You can also drop a file here."
        busy={isReading}
        onFile={(chosenFile) => void readRows(chosenFile)}
        onText={(text) => void readRows(text)}
      >
        <label htmlFor={id} className="sr-only">
          Rows to check
        </label>
        <Textarea
          id={id}
          rows={2}
          className="block min-h-16"
          placeholder="Or paste cells copied from a spreadsheet"
          value={pastedText}
          onChange={(event) => setPastedText(event.target.value)}
        />
        {pastedText.trim() && (
          <Button size="sm" disabled={isReading} onClick={() => void readRows(pastedText)}>
            Check rows
          </Button>
        )}
      </TableUpload>
      {problem && (
        <Alert tone="danger">
          {file !== PASTED_LABEL && `${file}: `}
          {problem}
        </Alert>
      )}
      {checkedTable && (
        <section aria-label="Result of the check" className="space-y-2 rounded-md border border-border p-3">
          <div className="flex flex-wrap items-center gap-2">
            <p role="status" className="mr-auto min-w-0 wrap-anywhere font-semibold">
              {file}: {formatUserCount(foundPeople.length)} found, {formatCount(failedRows.length)}{" "}
              {failedRows.length === 1 ? "row" : "rows"} with a problem
            </p>
            <Button size="sm" onClick={() => setCheckedTable(null)}>
              Remove file
            </Button>
            <Button
              size="sm"
              variant="primary"
              disabled={foundPeople.length === 0}
              onClick={() => {
                onAdd(foundPeople);
                setCheckedTable(null);
              }}
            >
              Choose {formatUserCount(foundPeople.length)}
            </Button>
          </div>
          {checkedTable.place && <p className="wrap-anywhere text-muted">Read from {checkedTable.place}.</p>}
          <RowProblemList rows={failedRows} />
        </section>
      )}
    </div>
  );
}
