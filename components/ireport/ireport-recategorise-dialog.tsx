"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { DialogButtons } from "@/components/common/form/dialog-buttons";
import { LoadFailed } from "@/components/common/states";
import { Alert } from "@/components/ui/alert";
import { Dialog } from "@/components/ui/dialog";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { errorMessageOf } from "@/lib/client/api-error";
import { toast } from "@/lib/client/toast";
import type { IreportDetails } from "@/lib/contract/ireport";
import type { IreportCategory } from "@/lib/contract/ireport-set-up";
import { ireportCategoriesQuery } from "@/lib/queries/ireport";
import { recategoriseIreportMutation } from "@/lib/queries/ireport-record";
import { categoryTreeOf } from "./ireport-category-levels";
import { IreportConflictNotice } from "./ireport-conflict-notice";
import { useReportFormVersion } from "./use-versioned-request";

type Props = { report: IreportDetails; onClose: () => void };

/** Moves a report to another category, and shows how its deadlines and visibility change. */
export function IreportRecategoriseDialog({ report, onClose }: Props) {
  const id = useId();
  const { data, error, isFetching, refetch } = useQuery(ireportCategoriesQuery());
  const { mutateAsync, isPending } = useMutation(recategoriseIreportMutation());
  const { version, attempt, changed } = useReportFormVersion(report);
  const [categoryId, setCategoryId] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const selected = data?.find((category) => category.id === categoryId);
  const move = async () => {
    if (!selected) return setProblem("Choose a category.");
    setProblem(null);
    try {
      await attempt(() => mutateAsync({ ireportId: report.id, version, category_id: selected.id }));
      toast.success(`${report.number} moved to ${selected.name}`);
      onClose();
    } catch (failure) {
      setProblem(errorMessageOf(failure));
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Move ${report.number} to another category`}
      description="The new category's targets apply from the original start times."
      size="sm"
      locked={isPending}
      footer={<DialogButtons label="Move" busy={isPending} onConfirm={move} onCancel={onClose} />}
    >
      {error && !data ? (
        <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />
      ) : (
        <div className="space-y-3">
          {problem && <Alert tone="danger">{problem}</Alert>}
          <IreportConflictNotice changed={changed} onLook={onClose} />
          <div className="space-y-1.5">
            <label htmlFor={id} className="text-sm font-semibold">
              Category
            </label>
            {data ? (
              <Select
                id={id}
                options={categoryChoices(data, report.category.id)}
                placeholder="Choose a category"
                value={categoryId}
                onChange={(event) => setCategoryId(event.target.value)}
                className="flex w-full"
              />
            ) : (
              <Skeleton className="h-10" />
            )}
          </div>
          {selected && <Consequence category={selected} from={report.category} />}
        </div>
      )}
    </Dialog>
  );
}

/** Returns the active categories of both levels except the current one, with labels such as "Roads › Potholes". */
const categoryChoices = (categories: readonly IreportCategory[], currentId: string) =>
  categoryTreeOf(categories)
    .flatMap(({ category, below }) => [
      { ...category, label: category.name },
      ...below.map((each) => ({ ...each, label: `${category.name} › ${each.name}` })),
    ])
    .filter(({ id, active }) => active && id !== currentId)
    .map(({ id, label, hidden }) => ({ value: id, label: hidden ? `${label} (private)` : label }));

function Consequence({ category, from }: { category: IreportCategory; from: IreportDetails["category"] }) {
  return (
    <ul className="list-disc space-y-0.5 pl-5 text-sm text-muted">
      <li>Target for the whole report: {category.target_hours.toLocaleString("en")} hours</li>
      <li>Department: {category.department?.name ?? "none"}</li>
      {category.hidden && !from.private && (
        <li>Private: only its owner and admins with approval rights see this report from then on</li>
      )}
      {!category.hidden && from.private && <li>No longer private: everyone who reads iReports sees this report</li>}
    </ul>
  );
}
