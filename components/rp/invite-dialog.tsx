"use client";

import { TextField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import { type CreateAdminInput, createAdminMutation } from "@/lib/queries/rp-set-up";
import { INVITATION_DRAFT_NAME } from "./invite-draft";
import { RolesField } from "./roles-field";

const loadSchema = () => import("@/lib/contract/rp").then((module) => module.adminCreation);

/** Invites an admin by email, with roles. */
export function InviteAdminDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useKeyedMutation(createAdminMutation);
  const invite = async (input: CreateAdminInput) => {
    const admin = await mutateAsync(input);
    toast.success(
      admin.awaiting
        ? `${input.first_name} is invited. The roles wait for approval.`
        : `The invitation to ${input.email} is on its way.`,
    );
  };
  return (
    <FormDialog<CreateAdminInput>
      open
      onOpenChange={onClose}
      title="Invite an admin"
      consequence="They get a mail with a link that works once and for 7 days."
      submitLabel="Send invitation"
      schema={loadSchema}
      draft={INVITATION_DRAFT_NAME}
      defaultValues={{ first_name: "", last_name: "", email: "", role_ids: [], reason: "", setup_key: "" }}
      secret="setup_key"
      onSubmit={invite}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="first_name" label="First name" autoComplete="off" />
        <TextField name="last_name" label="Last name" autoComplete="off" />
      </div>
      <TextField name="email" label="Email" type="email" autoComplete="off" spellCheck={false} />
      <RolesField />
    </FormDialog>
  );
}
