"use client";

import { TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import type { UserSingle } from "@/lib/contract/user";
import { USER_REASON_MAX } from "@/lib/contract/user.values";
import { eraseDataMutation, type UserErasureInput } from "@/lib/queries/user-data";
import { erasureDraftName } from "./user-actions";

const loadSchema = () => import("@/lib/contract/user-data").then((module) => module.userErasure);

/** Requests the erasure of a citizen's data. */
export function UserErasureDialog({ user, onClose }: { user: UserSingle; onClose: () => void }) {
  const { mutateAsync } = useKeyedMutation(eraseDataMutation);
  return (
    <FormDialog<UserErasureInput>
      open
      onOpenChange={onClose}
      title={`Erase ${user.name}'s data?`}
      consequence="After another admin approves it, the data is erased and can't be restored. What the law requires to keep stays."
      submitLabel="Request approval"
      tone="danger"
      schema={loadSchema}
      draft={erasureDraftName(user.id)}
      fixed={{ userId: user.id }}
      defaultValues={{ reason: "" }}
      onSubmit={async (input) => {
        await mutateAsync(input);
        toast.success(`The erasure of ${user.name}'s data awaits approval.`);
      }}
    >
      <TextAreaField
        name="reason"
        label="Reason"
        hint="Who asked for it, and how. Shown to the approver and recorded in the audit trail."
        max={USER_REASON_MAX}
        rows={3}
      />
    </FormDialog>
  );
}
