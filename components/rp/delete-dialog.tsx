"use client";

import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { ConfirmDialog } from "@/components/common/form/confirm-dialog";
import { BulkResultList } from "@/components/common/result-list";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { AdminRow } from "@/lib/contract/rp";
import { STRONGER_ADMIN_MESSAGE } from "@/lib/contract/rp.values";
import { pluralize } from "@/lib/format";
import { deleteAdminsMutation } from "@/lib/queries/rp-set-up";

type DeleteDialogProps = {
  admins: readonly AdminRow[];
  /** Called with true while the deletion runs, so that the caller stops refetching the admin. */
  onGoing?: (isDeleting: boolean) => void;
  onClose: (isDeleted: boolean) => void;
};

/** Asks for confirmation, lists selected admins that can't be deleted, deletes the others, and shows the result for each. */
export function DeleteAdminsDialog({ admins: selected, onGoing: onDeleting, onClose }: DeleteDialogProps) {
  const { mutateAsync, data } = useMutation(deleteAdminsMutation());
  const isDone = useRef(false);
  const [admins, skipped] = [selected.filter((one) => !one.is_stronger), selected.filter((one) => one.is_stronger)];
  const names = admins.map(adminName);
  if (admins.length === 0) return <NothingToDelete leftOut={skipped} onClose={() => onClose(false)} />;
  if (data) return <DeleteResults results={data.results} onClose={() => onClose(true)} />;
  return (
    <ConfirmDialog
      open
      // Reports a cancel only before the deletion: afterwards this dialog also closes, because the list of results replaces it.
      onOpenChange={() => !isDone.current && onClose(false)}
      title={names.length === 1 ? `Delete ${names[0]}?` : `Delete ${pluralize(names.length, "admin")}?`}
      consequence="They are signed out immediately, lose their roles and can't use this account again. Identity requests that they review are released. Their history stays in the audit trail, and their email can be invited again."
      confirmLabel="Delete"
      tone="danger"
      onConfirm={async () => {
        onDeleting?.(true);
        const { results } = await mutateAsync(admins.map(({ id }) => id)).catch((error: unknown) => {
          onDeleting?.(false);
          throw error;
        });
        if (!results.some(({ deleted }) => deleted)) onDeleting?.(false);
        isDone.current = true;
      }}
    >
      {skipped.length > 0 && <SkippedAdmins admins={skipped} />}
      {names.length > 1 && (
        <ul className="max-h-48 list-disc overflow-y-auto pl-5 text-sm">
          {admins.map((admin, index) => (
            <li key={admin.id}>{names[index]}</li>
          ))}
        </ul>
      )}
    </ConfirmDialog>
  );
}

const adminName = (admin: AdminRow) => `${admin.first_name} ${admin.last_name}`;

/** Maximum number of admins listed by name before "and 3 more". */
const MAX_NAMES = 5;

function SkippedAdmins({ admins }: { admins: readonly AdminRow[] }) {
  const unnamedCount = admins.length - MAX_NAMES;
  return (
    <Alert tone="warning" title={`Not deleted: ${pluralize(admins.length, "admin")}`}>
      {admins.slice(0, MAX_NAMES).map(adminName).join(", ")}
      {unnamedCount > 0 && ` and ${unnamedCount} more`}. {STRONGER_ADMIN_MESSAGE}
    </Alert>
  );
}

function NothingToDelete({ leftOut: skipped, onClose }: { leftOut: readonly AdminRow[]; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="You can't delete these admins"
      size="sm"
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <SkippedAdmins admins={skipped} />
    </Dialog>
  );
}

type DeleteResult = { id: string; name: string; deleted: boolean; message: string };

function DeleteResults({ results, onClose }: { results: readonly DeleteResult[]; onClose: () => void }) {
  const deleted = results.filter((result) => result.deleted).length;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${deleted} of ${pluralize(results.length, "account")} deleted`}
      size="sm"
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <BulkResultList results={results.map(({ deleted: isDeleted, ...result }) => ({ ...result, done: isDeleted }))} />
    </Dialog>
  );
}
