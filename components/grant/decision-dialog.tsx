"use client";

import { useMutation, useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { CurrentVersion } from "@/components/common/form/current-version";
import { TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { LoadFailed } from "@/components/common/states";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/lib/client/toast";
import type { ProgrammeSingle } from "@/lib/contract/grant";
import { type Decision, GRANT_REASON_MAX } from "@/lib/contract/grant.values";
import type { DecisionResult } from "@/lib/contract/grant-applications";
import { pluralize } from "@/lib/format";
import { programmeQuery } from "@/lib/queries/grant";
import { decideApplicationsMutation } from "@/lib/queries/grant-applications";
import { DecisionAmounts } from "./decision-amounts";
import { blockedWords, type DecidedRow } from "./decision-rules";
import type { DecisionValues } from "./decision-schema";
import { consequenceWords, decisionTitle, doneWords } from "./decision-words";
import { DECISION_WORDS, stateWords } from "./grant-words";

type Props = {
  decision: Decision;
  /** The selected applications. For a single application on screen: its current version. */
  rows: readonly DecidedRow[];
  /** Name of the draft in which the form's input is saved when the session ends. */
  draft?: string;
  onClose: () => void;
  /** Called with the results if several applications were sent. */
  onResults?: (results: readonly DecisionResult[]) => void;
  onDone?: () => void;
};

/** Confirms a decision and states its consequence. Leaves out applications for which the decision is blocked, and shows why. */
export function DecisionDialog(props: Props) {
  const { decision, rows, onClose } = props;
  const [chosen] = useState(rows);
  const going = chosen.filter((row) => !blockedWords(decision, row));
  const needed = decision === "approve" ? [...new Set(going.map(({ programme }) => programme.id))] : [];
  const reads = useQueries({ queries: needed.map((id) => programmeQuery(id)) });
  const failed = reads.find(({ error, data }) => error && !data);
  const programmes = reads.flatMap(({ data }) => data ?? []);
  if (programmes.length < needed.length)
    return (
      <Dialog open onOpenChange={onClose} title={decisionTitle(decision, going)}>
        {failed ? (
          <LoadFailed message={failed.error?.message} busy={failed.isFetching} onRetry={failed.refetch} />
        ) : (
          <Skeleton className="h-48" />
        )}
      </Dialog>
    );
  return <DecisionForm {...props} chosen={chosen} going={going} programmes={programmes} />;
}

type FormProps = Props & {
  chosen: readonly DecidedRow[];
  going: readonly DecidedRow[];
  programmes: readonly ProgrammeSingle[];
};

function DecisionForm({ decision, rows, chosen, going, programmes, draft, onClose, onResults, onDone }: FormProps) {
  const { mutateAsync } = useMutation(decideApplicationsMutation());
  const [refused, setRefused] = useState(false);
  const { action, variant } = DECISION_WORDS[decision];
  const isOpen = (row: DecidedRow) =>
    programmes.some(({ id, award_kind: kind }) => kind === "up_to" && id === row.programme.id);
  const limits = Object.fromEntries(
    going.flatMap((row) => {
      const programme = programmes.find(({ id }) => id === row.programme.id);
      return programme && isOpen(row) ? [[row.id, { most: programme.amount, asked: row.amount_asked }]] : [];
    }),
  );
  const loadSchema = () => import("./decision-schema").then((module) => module.decisionForm(limits));
  // Sends a newer version only after the refusal was shown.
  const versionOf = (row: DecidedRow) => (refused && rows.find(({ id }) => id === row.id)?.version) || row.version;
  const send = async ({ amounts, reason }: DecisionValues) => {
    const { results } = await mutateAsync({
      decision,
      reason,
      applications: going.map((row) => ({ id: row.id, version: versionOf(row), amount: amounts[row.id] })),
    });
    const [only] = results;
    if (results.length === 1 && chosen.length === 1 && only && !only.done) {
      setRefused(true);
      throw new Error(only.message);
    }
    onDone?.();
    if (results.every(({ done }) => done) && going.length === chosen.length)
      toast.success(doneWords(decision, results));
    else onResults?.([...results, ...leftOut.map(asResult)]);
  };
  const leftOut = chosen
    .filter((row) => !going.includes(row))
    .map((row) => ({ row, why: blockedWords(decision, row) }));
  const asResult = ({ row, why }: (typeof leftOut)[number]): DecisionResult => ({
    ...{ id: row.id, reference: row.reference, name: row.applicant.name },
    ...{ done: false, message: why ?? "" },
  });
  const [now] = rows;
  return (
    <FormDialog<DecisionValues>
      open
      onOpenChange={onClose}
      title={decisionTitle(decision, going)}
      consequence={consequenceWords(decision, going)}
      submitLabel={going.length > 1 ? `${action} ${going.length}` : action}
      tone={variant === "danger" ? "danger" : "primary"}
      schema={loadSchema}
      fixed={{ decision }}
      draft={draft}
      defaultValues={{
        amounts: Object.fromEntries(
          going.flatMap((row) => {
            const limit = limits[row.id];
            return limit ? [[row.id, Math.min(limit.asked, limit.most)]] : [];
          }),
        ),
        reason: "",
      }}
      onSubmit={send}
    >
      {refused && now && chosen.length === 1 && (
        <CurrentVersion>
          <p>{stateWords(now.state)}. Your text is saved.</p>
        </CurrentVersion>
      )}
      {leftOut.length > 0 && <LeftOut rows={leftOut} />}
      <DecisionAmounts rows={going} programmes={programmes} />
      <TextAreaField
        name="reason"
        label={decision === "reject" ? "Reason" : "Message"}
        hint="Sent to the applicant by mail."
        optional={decision !== "reject"}
        max={GRANT_REASON_MAX}
        rows={3}
      />
    </FormDialog>
  );
}

function LeftOut({ rows }: { rows: readonly { row: DecidedRow; why: string | null }[] }) {
  return (
    <div className="rounded-md bg-warning-soft px-3.5 py-3 text-sm text-warning">
      <p className="font-bold">{pluralize(rows.length, "is left out", "are left out")}</p>
      <ul className="mt-1 max-h-32 overflow-y-auto">
        {rows.map(({ row, why }) => (
          <li key={row.id}>
            {row.reference}, {row.applicant.name}: {why}
          </li>
        ))}
      </ul>
    </div>
  );
}
