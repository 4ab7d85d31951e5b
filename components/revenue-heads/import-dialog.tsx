"use client";

import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { DateInput } from "@/components/common/form/date-box";
import { RowProblemList } from "@/components/common/form/row-problems";
import { TableUpload } from "@/components/common/form/table-upload";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { errorMessageOf } from "@/lib/client/api-error";
import { readTable } from "@/lib/client/read-table";
import { toast } from "@/lib/client/toast";
import type { CheckedHeadImportRow, HeadImportRow } from "@/lib/contract/revenue-heads";
import { EARLIEST_HEAD_START_DAY, HEADS_IMPORT_MAX } from "@/lib/contract/revenue-heads.values";
import { formatCount, lagosDay, pluralize } from "@/lib/format";
import { checkHeadImport, importHeadsMutation } from "@/lib/queries/revenue-heads";

type CheckedFile = {
  name: string;
  entries: HeadImportRow[];
  rows: readonly CheckedHeadImportRow[];
  /** Day from which the imported rows apply, and for which they were checked. */
  startsOn: string;
};

const heads = (count: number) => pluralize(count, "revenue head", "revenue heads");

/** Imports revenue heads from a CSV or Excel file, after a preview that lists the problems of its rows. */
export function RevenueHeadImportDialog({ onClose }: { onClose: () => void }) {
  const [startsOn, setStartsOn] = useState(lagosDay(Date.now()));
  const [checked, setChecked] = useState<CheckedFile | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isReading, setIsReading] = useState(false);
  const latest = useRef<unknown>(null);
  const { mutateAsync, isPending } = useMutation(importHeadsMutation());

  const check = async (source: File | string, day: string) => {
    latest.current = source;
    setChecked(null);
    setProblem(null);
    setIsReading(true);
    try {
      const { heads: entries, problems } = await readTable(source, { what: "heads", most: HEADS_IMPORT_MAX });
      const { items } = entries.length ? await checkHeadImport({ starts_on: day, entries }) : { items: [] };
      const unread = problems.map((each) => ({ ...each, result: "problem" as const }));
      const rows = [...items, ...unread].sort((one, other) => one.row - other.row);
      if (latest.current !== source) return;
      if (rows.length === 0) setProblem("The file has no revenue heads below its headers.");
      else setChecked({ name: typeof source === "string" ? "Pasted rows" : source.name, entries, rows, startsOn: day });
    } catch (error) {
      if (latest.current === source) setProblem(errorMessageOf(error, "The file couldn't be checked. Try again."));
    } finally {
      if (latest.current === source) setIsReading(false);
    }
  };
  const send = async ({ entries, startsOn: day }: CheckedFile) => {
    setProblem(null);
    try {
      const { added, changed } = await mutateAsync({ starts_on: day, entries });
      toast.success(`${heads(added)} added, ${formatCount(changed)} changed.`);
      onClose();
    } catch (error) {
      setProblem(errorMessageOf(error, "The file couldn't be imported. Try again."));
    }
  };
  const count = (result: CheckedHeadImportRow["result"]) =>
    checked?.rows.filter((row) => row.result === result).length ?? 0;
  const toSave = count("new") + count("changed");
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Import revenue heads"
      description="A CSV or Excel file with the headers Code, Name and Ministry, and optionally Bank, Account number and From."
      locked={isPending}
      footer={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button
            variant="primary"
            busy={isPending}
            disabled={!checked || toSave === 0 || count("problem") > 0}
            onClick={() => checked && void send(checked)}
          >
            {toSave ? `Import ${heads(toSave)}` : "Import"}
          </Button>
        </>
      }
    >
      <div className="space-y-4 text-sm">
        <DateInput
          name="starts_on"
          label="From"
          hint="First day of rows without a day of their own. Choose it before the file."
          min={EARLIEST_HEAD_START_DAY}
          value={startsOn}
          onChange={(day) => {
            setStartsOn(day);
            setChecked(null);
          }}
        />
        <TableUpload
          label="CSV or Excel file of revenue heads"
          hint={`Up to ${formatCount(HEADS_IMPORT_MAX)} rows. You can also drop a file here.`}
          busy={isReading}
          onFile={(file) => void check(file, startsOn)}
          onText={(text) => void check(text, startsOn)}
        />
        {problem && <Alert tone="danger">{problem}</Alert>}
        {checked && (
          <section aria-label="Result of the check" className="space-y-2 rounded-md border border-border p-3">
            <p role="status" className="wrap-anywhere font-semibold">
              {checked.name}: {formatCount(count("new"))} new, {formatCount(count("changed"))} changed,{" "}
              {formatCount(count("unchanged"))} unchanged, {formatCount(count("problem"))} with a problem
            </p>
            {count("problem") > 0 && <p>Nothing is imported until the file has no problems.</p>}
            <RowProblemList rows={checked.rows.filter(({ result }) => result === "problem")} />
          </section>
        )}
      </div>
    </Dialog>
  );
}
