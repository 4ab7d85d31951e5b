"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DialogButtons } from "@/components/common/form/dialog-buttons";
import { BulkResultDialog } from "@/components/common/form/result-dialog";
import { LoadFailed } from "@/components/common/states";
import { CheckboxRow } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import type { KycAssignmentResultByOfficer } from "@/lib/contract/kyc-assign-matching";
import { adminLabel, pluralize } from "@/lib/format";
import { meQuery } from "@/lib/queries/auth";
import {
  assignMatchingKycMutation,
  type KycMatchingFilters,
  kycAssigneesQuery,
  kycMatchingCountQuery,
} from "@/lib/queries/kyc-work";
import { describeKycDistribution } from "./kyc-distribution-words";

type KycDistributionDialogProps = { filters: KycMatchingFilters; onClose: () => void };

/** Distributes all open identity requests that match the list's filters among officers, then shows the result. */
export function KycDistributionDialog({ filters, onClose }: KycDistributionDialogProps) {
  const [chosen, setChosen] = useState<{ ids: readonly string[]; key: string }>({ ids: [], key: newIdempotencyKey() });
  const [missing, setMissing] = useState(false);
  const matchingCount = useQuery(kycMatchingCountQuery(filters)).data;
  const { data: officers, error, isFetching, refetch } = useQuery(kycAssigneesQuery());
  const me = useQuery(meQuery()).data;
  const { mutate, isPending, data: split } = useMutation(assignMatchingKycMutation(chosen.key));
  if (split) return <DistributionResult split={split} onClose={onClose} />;

  const names = (officers ?? []).filter(({ id }) => chosen.ids.includes(id)).map(({ name }) => name);
  // Renews the idempotency key with each changed selection. A retry of the same selection keeps the key.
  const toggleOfficer = (id: string, on: boolean) =>
    setChosen(({ ids }) => ({ ids: on ? [...ids, id] : ids.filter((each) => each !== id), key: newIdempotencyKey() }));
  const none = matchingCount?.total === 0;
  const isMissing = missing && !chosen.ids.length;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Assign all that match"
      description="The officers that you choose are notified. Only they can then decide these requests."
      size="sm"
      locked={isPending}
      footer={
        <DialogButtons
          label="Assign"
          busy={isPending}
          disabled={none || !matchingCount}
          onConfirm={() => (chosen.ids.length ? mutate({ ...filters, assignees: [...chosen.ids] }) : setMissing(true))}
          onCancel={onClose}
        />
      }
    >
      {error && !officers ? (
        <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />
      ) : (
        <>
          <fieldset aria-describedby={isMissing ? "split-missing" : undefined}>
            <legend className="text-sm font-semibold">Officers</legend>
            <div className="-mx-2.5 mt-1 max-h-64 overflow-y-auto px-0.5">
              {officers?.map((officer) => (
                <CheckboxRow
                  key={officer.id}
                  label={officer.id === me?.id ? `${adminLabel(officer)} (you)` : adminLabel(officer)}
                  checked={chosen.ids.includes(officer.id)}
                  onChange={(event) => toggleOfficer(officer.id, event.target.checked)}
                />
              ))}
            </div>
          </fieldset>
          {isMissing && (
            <p id="split-missing" role="alert" className="mt-1 text-sm font-medium text-danger">
              Choose at least one officer.
            </p>
          )}
          <p role="status" className="mt-3 rounded-md bg-sunken px-3 py-2 text-sm font-medium">
            {matchingCount ? describeKycDistribution(matchingCount, names, Boolean(filters.assignee)) : "Counting…"}
          </p>
        </>
      )}
    </Dialog>
  );
}

/** Shows the number of requests per officer, and why some requests were not assigned. */
function DistributionResult({ split, onClose }: { split: KycAssignmentResultByOfficer; onClose: () => void }) {
  const formatRequests = (count: number) => pluralize(count, "request");
  const total = split.officers.reduce((sum, { given }) => sum + given, 0);
  return (
    <BulkResultDialog
      title={() => `${formatRequests(total)} assigned`}
      results={[
        ...split.officers.map(({ officer, given }) => ({
          id: officer.id,
          name: adminLabel(officer),
          done: given > 0,
          message: formatRequests(given),
        })),
        ...split.stayed.map(({ message, count }) => ({
          id: message,
          name: `${formatRequests(count)} not assigned`,
          done: false,
          message,
        })),
        ...(split.left_over
          ? [
              {
                id: "left",
                name: `${split.left_over_is_capped ? "More than " : ""}${formatRequests(split.left_over)} left`,
                done: false,
                message: "One assignment takes the oldest 500. Assign again for more.",
              },
            ]
          : []),
      ]}
      onClose={onClose}
    />
  );
}
