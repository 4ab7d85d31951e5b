"use client";

import { useMutation, useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { CurrentVersionNotice } from "@/components/common/form/current-version";
import { TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { LoadFailed } from "@/components/common/states";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/lib/client/toast";
import type { ProgrammeDetails } from "@/lib/contract/grant";
import { GRANT_REASON_MAX, type GrantDecision } from "@/lib/contract/grant.values";
import type { DecisionResult } from "@/lib/contract/grant-applications";
import { pluralize } from "@/lib/format";
import { programmeQuery } from "@/lib/queries/grant";
import { decideApplicationsMutation } from "@/lib/queries/grant-applications";
import { AccountNameCheck } from "./decision-account";
import { GrantDecisionAmounts } from "./decision-amounts";
import { type ApplicationForDecision, decisionBlockedReason } from "./decision-rules";
import type { DecisionFormValues } from "./decision-schema";
import { decisionConsequenceText, decisionDoneText, decisionTitle } from "./decision-words";
import { applicationStateLabel, DECISION_TEXTS } from "./grant-words";

type Props = {
  decision: GrantDecision;
  /** Selected applications. On the page of a single application, its current version. */
  rows: readonly ApplicationForDecision[];
  /** Storage name of the draft that keeps the form's input when the session ends. */
  draft?: string;
  onClose: () => void;
  /** Called with the result of each application, if the decision was about several applications. */
  onResults?: (results: readonly DecisionResult[]) => void;
  onDone?: () => void;
};

/** Asks for confirmation of a decision and states its consequence. Omits applications whose decision is blocked, and shows why. */
export function GrantDecisionDialog(props: Props) {
  const { decision, rows, onClose } = props;
  const [initialRows] = useState(rows);
  const decidable = initialRows.filter((row) => !decisionBlockedReason(decision, row));
  const programmeIds = decision === "approve" ? [...new Set(decidable.map(({ programme }) => programme.id))] : [];
  const programmeQueries = useQueries({ queries: programmeIds.map((id) => programmeQuery(id)) });
  const failed = programmeQueries.find(({ error, data }) => error && !data);
  const programmes = programmeQueries.flatMap(({ data }) => data ?? []);
  if (programmes.length < programmeIds.length)
    return (
      <Dialog open onOpenChange={onClose} title={decisionTitle(decision, decidable)}>
        {failed ? (
          <LoadFailed message={failed.error?.message} busy={failed.isFetching} onRetry={failed.refetch} />
        ) : (
          <Skeleton className="h-48" />
        )}
      </Dialog>
    );
  return <DecisionForm {...props} chosen={initialRows} going={decidable} programmes={programmes} />;
}

type FormProps = Props & {
  chosen: readonly ApplicationForDecision[];
  going: readonly ApplicationForDecision[];
  programmes: readonly ProgrammeDetails[];
};

function DecisionForm({ decision, rows, chosen, going, programmes, draft, onClose, onResults, onDone }: FormProps) {
  const { mutateAsync } = useMutation(decideApplicationsMutation());
  const [wasRefused, setWasRefused] = useState(false);
  const { action, variant } = DECISION_TEXTS[decision];
  const isOpen = (row: ApplicationForDecision) =>
    programmes.some(({ id, award_kind: kind }) => kind === "up_to" && id === row.programme.id);
  const limits = Object.fromEntries(
    going.flatMap((row) => {
      const programme = programmes.find(({ id }) => id === row.programme.id);
      return programme && isOpen(row) ? [[row.id, { maxAward: programme.amount, requested: row.amount_asked }]] : [];
    }),
  );
  const loadSchema = () => import("./decision-schema").then((module) => module.createDecisionSchema(limits));
  // Sends the newer version of an application only after the admin has seen that the API refused the older version.
  const versionOf = (row: ApplicationForDecision) =>
    (wasRefused && rows.find(({ id }) => id === row.id)?.version) || row.version;
  const sendDecision = async ({ amounts, reason, account_name, account_confirmed }: DecisionFormValues) => {
    const accepted = account_confirmed && account_name !== null ? { account_name } : {};
    const { results } = await mutateAsync({
      decision,
      reason,
      applications: going.map((row) => ({ id: row.id, version: versionOf(row), amount: amounts[row.id], ...accepted })),
    });
    const [onlyResult] = results;
    if (results.length === 1 && chosen.length === 1 && onlyResult && !onlyResult.done) {
      setWasRefused(true);
      throw new Error(onlyResult.message);
    }
    onDone?.();
    if (results.every(({ done }) => done) && going.length === chosen.length)
      toast.success(decisionDoneText(decision, results));
    else onResults?.([...results, ...blockedRows.map(toResult)]);
  };
  const blockedRows = chosen
    .filter((row) => !going.includes(row))
    .map((row) => ({ row, why: decisionBlockedReason(decision, row) }));
  const toResult = ({ row, why: reasonText }: (typeof blockedRows)[number]): DecisionResult => ({
    ...{ id: row.id, reference: row.reference, name: row.applicant.name },
    ...{ done: false, message: reasonText ?? "" },
  });
  const [firstRow] = rows;
  return (
    <FormDialog<DecisionFormValues>
      open
      onOpenChange={onClose}
      title={decisionTitle(decision, going)}
      consequence={decisionConsequenceText(decision, going)}
      submitLabel={going.length > 1 ? `${action} ${going.length}` : action}
      tone={variant === "danger" ? "danger" : "primary"}
      schema={loadSchema}
      fixed={{ decision }}
      draft={draft}
      defaultValues={{
        amounts: Object.fromEntries(
          going.flatMap((row) => {
            const limit = limits[row.id];
            return limit ? [[row.id, Math.min(limit.requested, limit.maxAward)]] : [];
          }),
        ),
        reason: "",
        account_name: null,
        account_confirmed: false,
      }}
      onSubmit={sendDecision}
    >
      {wasRefused && firstRow && chosen.length === 1 && (
        <CurrentVersionNotice>
          <p>{applicationStateLabel(firstRow.state)}. Your text is saved.</p>
        </CurrentVersionNotice>
      )}
      {blockedRows.length > 0 && <BlockedRows rows={blockedRows} />}
      <GrantDecisionAmounts rows={going} programmes={programmes} />
      {decision === "approve" &&
        firstRow &&
        going.length === 1 &&
        chosen.length === 1 &&
        firstRow.payout?.kind === "bank" && <AccountNameCheck applicationId={firstRow.id} />}
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

function BlockedRows({ rows }: { rows: readonly { row: ApplicationForDecision; why: string | null }[] }) {
  return (
    <div className="rounded-md bg-warning-soft px-3.5 py-3 text-sm text-warning">
      <p className="font-bold">{pluralize(rows.length, "is left out", "are left out")}</p>
      <ul className="mt-1 max-h-32 overflow-y-auto">
        {rows.map(({ row, why: reasonText }) => (
          <li key={row.id}>
            {row.reference}, {row.applicant.name}: {reasonText}
          </li>
        ))}
      </ul>
    </div>
  );
}
