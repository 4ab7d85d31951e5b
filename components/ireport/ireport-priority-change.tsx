"use client";

import { useMutation } from "@tanstack/react-query";
import { Select } from "@/components/ui/select";
import { toast } from "@/lib/client/toast";
import type { IreportDetails } from "@/lib/contract/ireport";
import { IREPORT_PRIORITIES } from "@/lib/contract/ireport.values";
import { selectOptions } from "@/lib/format";
import { prioritiseIreportMutation } from "@/lib/queries/ireport-record";
import { IreportPriorityBadge } from "./ireport-badges";
import { ireportPriorityLabel } from "./ireport-words";

const PRIORITY_OPTIONS = selectOptions(IREPORT_PRIORITIES, ireportPriorityLabel);

/** Edits the priority without a dialog, because the deadlines do not depend on it. */
export function IreportPriorityField({ report, enabled }: { report: IreportDetails; enabled: boolean }) {
  const { mutate, isPending, variables } = useMutation(prioritiseIreportMutation());
  if (!enabled) return <IreportPriorityBadge priority={report.priority} />;
  return (
    <Select
      dense
      aria-label="Priority"
      options={PRIORITY_OPTIONS}
      value={isPending ? variables.priority : report.priority}
      aria-busy={isPending || undefined}
      onChange={({ target }) => {
        const priority = IREPORT_PRIORITIES.find((each) => each === target.value);
        if (!priority || isPending) return;
        mutate(
          { ireportId: report.id, version: report.version, priority },
          { onError: (error) => void toast.error(error.message) },
        );
      }}
      className="mt-0.5 flex w-full max-w-40"
    />
  );
}
