"use client";

import { type FormEvent, useState } from "react";
import { FactList } from "@/components/common/fact-list";
import { TableUpload } from "@/components/common/form/table-upload";
import { ProgressBar } from "@/components/common/progress-bar";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { BANK_STATEMENT_FILE_TYPES, type StatementSummary } from "@/lib/client/read-statement";
import type { BankAccount, BankStatement } from "@/lib/contract/reconciliation-statements";
import { formatCount, formatDay, formatMoney, pluralize } from "@/lib/format";
import { StatementBalancesForm } from "./statement-balances";
import { StatementColumnsForm } from "./statement-columns";
import { StatementPeriodForm } from "./statement-period";
import { useStatementImport } from "./use-statement-import";

const FORM_ID = "statement-form";

/** Imports statements of a bank account: parses each file in the browser, asks for missing data, and sends the lines to the API. */
export function ImportStatementDialog({ account, onClose }: { account: BankAccount; onClose: () => void }) {
  const { file, step, problem, isTable, ...statementImport } = useStatementImport(account);
  const [waiting, setWaiting] = useState<File[]>([]);
  const chooseFiles = ([first, ...others]: File[]) => {
    setWaiting(others);
    if (first) void statementImport.chooseFile(first);
  };
  const stop = () => void statementImport.stop();
  const isImporting = step.at === "importing";
  const footer = {
    choose: <Button onClick={onClose}>Close</Button>,
    reading: <Button onClick={stop}>Cancel</Button>,
    columns: <FormButtons onCancel={stop} />,
    balances: <FormButtons onCancel={stop} />,
    refused: <Button onClick={stop}>Choose another file</Button>,
    summary: (
      <>
        <Button onClick={stop}>Cancel</Button>
        <Button variant="primary" type="submit" form={FORM_ID}>
          {step.at === "summary" && step.sent > 0 ? "Continue import" : "Import statement"}
        </Button>
      </>
    ),
    importing: <Button onClick={stop}>Cancel import</Button>,
    done: (
      <>
        {waiting.length > 0 ? (
          <Button variant="primary" onClick={() => chooseFiles(waiting)}>
            Next file ({formatCount(waiting.length)})
          </Button>
        ) : (
          <Button onClick={stop}>Import another file</Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </>
    ),
  }[step.at];
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size={step.at === "columns" ? "xl" : "lg"}
      place="top"
      locked={isImporting}
      title={step.at === "done" ? doneTitle(step.statement) : `Import statement: ${account.name}`}
      description={`${account.bank_name}, ${account.account_number}`}
      footer={footer}
    >
      <div className="space-y-4">
        {file && <p className="font-semibold text-sm wrap-anywhere">{file.name}</p>}
        {problem && (
          <Alert
            tone="danger"
            action={
              step.at === "refused" &&
              isTable && (
                <Button size="sm" onClick={() => void statementImport.changeColumns()}>
                  Change columns
                </Button>
              )
            }
          >
            {problem}
          </Alert>
        )}
        {step.at === "choose" && (
          <TableUpload
            label="Files of bank statements"
            hint="CSV, Excel, MT940 or camt.053, up to 50 MB. You can also drop files here. An import that was stopped continues with the same file."
            accept={BANK_STATEMENT_FILE_TYPES}
            onFile={(chosen) => chooseFiles([chosen])}
            onFiles={chooseFiles}
          />
        )}
        {step.at === "reading" && (
          <p role="status" className="text-muted text-sm">
            {step.rows > 0 ? `Reading: ${formatCount(step.rows)} rows` : "Reading the file"}
          </p>
        )}
        {step.at === "columns" && (
          <StatementColumnsForm
            id={FORM_ID}
            step={step}
            onChoose={(layout) => void statementImport.chooseColumns(layout)}
          />
        )}
        {step.at === "balances" && (
          <StatementBalancesForm
            id={FORM_ID}
            step={step}
            onEnter={(balances) => void statementImport.enterBalances(balances)}
          />
        )}
        {step.at === "summary" && (
          <>
            <Summary summary={step.summary} />
            <SummaryForm summary={step.summary} onImport={(summary) => void statementImport.importLines(summary)} />
            {step.sent > 0 && (
              <Alert tone="warning">
                {formatCount(step.sent)} of {pluralize(step.summary.lines, "line")} are stored. Continue now, or later
                with the same file.
              </Alert>
            )}
            {isTable && (
              <Button size="sm" onClick={() => void statementImport.changeColumns()}>
                Change columns
              </Button>
            )}
          </>
        )}
        {step.at === "importing" && (
          <>
            <Summary summary={step.summary} />
            <ProgressBar label="Imported lines" value={step.sent} max={step.summary.lines} />
          </>
        )}
        {step.at === "done" && <Result statement={step.statement} />}
      </div>
    </Dialog>
  );
}

const FormButtons = ({ onCancel }: { onCancel: () => void }) => (
  <>
    <Button onClick={onCancel}>Cancel</Button>
    <Button variant="primary" type="submit" form={FORM_ID}>
      Continue
    </Button>
  </>
);

/** Form below the statement's summary. Asks for the period if the file contains none. */
function SummaryForm({
  summary,
  onImport,
}: {
  summary: StatementSummary;
  onImport: (summary: StatementSummary) => void;
}) {
  if (!summary.statesPeriod) return <StatementPeriodForm id={FORM_ID} summary={summary} onEnter={onImport} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onImport(summary);
  };
  return <form id={FORM_ID} onSubmit={submit} />;
}

const doneTitle = ({ state, lines }: BankStatement) =>
  state === "imported" ? `${pluralize(lines, "line")} imported` : "Statement refused";

function Summary({ summary }: { summary: StatementSummary }) {
  return (
    <FactList
      facts={[
        ["Period", formatPeriod(summary.fromDay, summary.toDay)],
        ["Lines", formatCount(summary.lines)],
        ["Opening balance", formatMoney(summary.opening)],
        ["Money in", formatMoney(summary.moneyIn)],
        ["Money out", formatMoney(summary.moneyOut)],
        ["Closing balance", formatMoney(summary.closing)],
      ]}
    />
  );
}

function Result({ statement }: { statement: BankStatement }) {
  const { state, problem, from_day: from, to_day: to, lines, known_lines: known } = statement;
  if (state !== "imported")
    return <Alert tone="danger">{problem ?? "The statement was not imported. Choose the file again."}</Alert>;
  return (
    <>
      <Alert tone="success">{formatPeriod(from, to)} is covered.</Alert>
      <FactList
        facts={[
          ["New lines", formatCount(lines - known)],
          known > 0 && ["In an earlier statement", formatCount(known)],
        ]}
      />
    </>
  );
}

const formatPeriod = (from: string, to: string) =>
  from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
