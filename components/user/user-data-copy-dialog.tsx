"use client";

import { TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import type { UserSingle } from "@/lib/contract/user";
import { USER_REASON_MAX } from "@/lib/contract/user.values";
import { COPY_DAYS } from "@/lib/contract/user-data.values";
import { requestDataCopyMutation, type UserDataCopyInput } from "@/lib/queries/user-data";
import { copyDraftName } from "./user-actions";

const loadSchema = () => import("@/lib/contract/user-data").then((module) => module.userDataCopy);

/** Requests a copy of all data about a citizen. */
export function UserDataCopyDialog({ user, onClose }: { user: UserSingle; onClose: () => void }) {
  const { mutateAsync } = useKeyedMutation(requestDataCopyMutation);
  return (
    <FormDialog<UserDataCopyInput>
      open
      onOpenChange={onClose}
      title={`Request a copy of all data about ${user.name}`}
      consequence={`After another admin approves it, only you can download it, once, within ${COPY_DAYS} days. It contains documents and full identity and bank account numbers.`}
      submitLabel="Request approval"
      schema={loadSchema}
      draft={copyDraftName(user.id)}
      fixed={{ userId: user.id }}
      defaultValues={{ reason: "" }}
      onSubmit={async (input) => {
        await mutateAsync(input);
        toast.success(`The copy of ${user.name}'s data awaits approval.`);
      }}
    >
      <TextAreaField
        name="reason"
        label="Reason"
        hint="Who asked for the copy, and how. Shown to the approver and recorded in the audit trail."
        max={USER_REASON_MAX}
        rows={3}
      />
    </FormDialog>
  );
}
