"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Select } from "@/components/ui/select";
import type { AdminRef } from "@/lib/contract/common";
import { adminLabel } from "@/lib/format";
import { DialogButtons } from "./form/dialog-buttons";
import { LoadFailed } from "./states";

type AssignDialogProps = {
  title: string;
  description: string;
  /** Role of the chosen admin, such as "Owner". */
  label: string;
  officers: Pick<UseQueryResult<readonly AdminRef[]>, "data" | "error" | "isFetching"> & { refetch: () => unknown };
  busy: boolean;
  onAssign: (adminId: string) => void;
  onClose: () => void;
};

/** Asks for an admin and assigns the given records to them. */
export function AssignDialog({ title, description, label, officers, busy, onAssign, onClose }: AssignDialogProps) {
  const id = useId();
  const { data, error, isFetching, refetch } = officers;
  const [selected, setSelected] = useState("");
  const [missing, setMissing] = useState(false);
  const choice = `Choose an ${label.toLowerCase()}`;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={description}
      size="sm"
      locked={busy}
      footer={
        <DialogButtons
          label="Assign"
          busy={busy}
          onConfirm={() => (selected ? onAssign(selected) : setMissing(true))}
          onCancel={onClose}
        />
      }
    >
      {error && !data ? (
        <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />
      ) : (
        <div className="space-y-1.5">
          <label htmlFor={id} className="block text-sm font-semibold">
            {label}
          </label>
          <Select
            id={id}
            options={(data ?? []).map((officer) => ({ value: officer.id, label: adminLabel(officer) }))}
            placeholder={choice}
            value={selected}
            aria-invalid={(missing && !selected) || undefined}
            aria-describedby={missing && !selected ? `${id}-error` : undefined}
            onChange={(event) => setSelected(event.target.value)}
            className="flex w-full"
          />
          {missing && !selected && (
            <p id={`${id}-error`} role="alert" className="text-sm font-medium text-danger">
              {choice}.
            </p>
          )}
        </div>
      )}
    </Dialog>
  );
}
