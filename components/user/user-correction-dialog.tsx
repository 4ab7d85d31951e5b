"use client";

import { CurrentVersionNotice } from "@/components/common/form/current-version";
import { TextAreaField, TextField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { useEditConflict } from "@/components/common/form/use-edit-conflict";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import type { UserDetails } from "@/lib/contract/user";
import { USER_REASON_MAX } from "@/lib/contract/user.values";
import { type CorrectUserInput, requestUserCorrectionMutation } from "@/lib/queries/user-data";
import { userCorrectionDraftName } from "./user-actions";

const loadSchema = () => import("@/lib/contract/user-data").then((module) => module.userCorrection);

/** Requests a correction of a citizen's personal details. A conflict keeps the form and shows the current details. */
export function UserCorrectionDialog({ user, onClose }: { user: UserDetails; onClose: () => void }) {
  const { newer, latest, captureConflict } = useEditConflict(user);
  const { mutateAsync } = useKeyedMutation(requestUserCorrectionMutation);
  const { first_name, middle_name, last_name, phone, email } = user;
  return (
    <FormDialog<CorrectUserInput>
      open
      onOpenChange={onClose}
      title={`Correct ${user.name}'s details`}
      consequence="Nothing changes before another admin approves it. The citizen is then notified by mail and push, also at the previous email address."
      submitLabel="Request approval"
      schema={loadSchema}
      draft={userCorrectionDraftName(user.id)}
      fixed={{ userId: user.id, version: latest.version }}
      defaultValues={{ first_name, middle_name, last_name, phone, email: email ?? "", reason: "", evidence: "" }}
      onSubmit={async (input) => {
        await mutateAsync(input).catch(captureConflict);
        toast.success(`The correction of ${user.name}'s details awaits approval.`);
      }}
    >
      {newer && (
        <CurrentVersionNotice>
          <p>
            {newer.name}, {newer.phone}, {newer.email ?? "no email address"}
          </p>
        </CurrentVersionNotice>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="first_name" label="First name" autoComplete="off" />
        <TextField name="middle_name" label="Middle name" autoComplete="off" optional />
        <TextField name="last_name" label="Last name" autoComplete="off" />
        <TextField name="email" label="Email" type="email" autoComplete="off" spellCheck={false} optional />
        {/* Uses the full width, because the hint would misalign the field with its neighbour. */}
        <div className="sm:col-span-2">
          <TextField
            name="phone"
            label="Phone"
            type="tel"
            autoComplete="off"
            hint="A new number counts as not verified until the citizen verifies it in the app."
          />
        </div>
      </div>
      <TextField
        name="evidence"
        label="Evidence"
        autoComplete="off"
        optional
        hint="What you saw, such as an affidavit and its number. Recorded in the audit trail."
      />
      <TextAreaField
        name="reason"
        label="Reason"
        hint="Shown to the approver and recorded in the audit trail."
        max={USER_REASON_MAX}
        rows={3}
      />
    </FormDialog>
  );
}
