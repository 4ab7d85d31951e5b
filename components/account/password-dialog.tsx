"use client";

import { useMutation } from "@tanstack/react-query";
import { PasswordField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { changePasswordMutation } from "@/lib/queries/account";

/** Changes the admin's own password, which ends all other sessions of the admin. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useMutation(changePasswordMutation());
  return (
    <FormDialog
      open
      onOpenChange={onClose}
      title="Change your password"
      consequence="Your other sessions end. This one continues."
      submitLabel="Change password"
      schema={async () => (await import("@/lib/contract/account")).passwordChange}
      onSubmit={(input) => mutateAsync(input)}
    >
      <PasswordField name="current_password" label="Current password" autoComplete="current-password" autoFocus />
      <PasswordField
        name="password"
        label="New password"
        hint="At least 12 characters. A short sentence is easy to remember and hard to guess."
        autoComplete="new-password"
      />
    </FormDialog>
  );
}
