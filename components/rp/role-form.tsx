"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useController, useFormContext, useWatch } from "react-hook-form";
import { FieldError } from "@/components/common/form/field";
import { TextField } from "@/components/common/form/fields";
import { Form, SubmitButton } from "@/components/common/form/form";
import { useEditConflict } from "@/components/common/form/use-edit-conflict";
import { Alert } from "@/components/ui/alert";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import { type FeatureAccess, isSensitive, mergeRights, missingRights } from "@/lib/contract/access";
import type { RoleDetails } from "@/lib/contract/rp";
import { ROLE_DESCRIPTION_MAX, STRONGER_HOLDERS_MESSAGE } from "@/lib/contract/rp.values";
import { accessQuery } from "@/lib/queries/rp";
import {
  type CreateRoleInput,
  createRoleMutation,
  type UpdateRoleInput,
  updateRoleMutation,
} from "@/lib/queries/rp-set-up";
import { RightsMatrix } from "./rights-matrix";
import { RoleEditConflict } from "./role-conflict";
import { SensitiveRightsNotice } from "./sensitive-notice";

const loadCreationSchema = () => import("@/lib/contract/rp").then((module) => module.roleCreation);
const loadUpdateSchema = () => import("@/lib/contract/rp").then((module) => module.roleUpdate);

/**
 * Returns the storage name of a role's draft, which keeps input when the session ends. After the next sign-in, the dialog's URL
 * reopens the form with this draft.
 */
export const roleDraftName = (roleId: string | null) => `rp.role:${roleId ?? "new"}`;

/** Creates a role. */
export function NewRoleForm({ onDone }: { onDone: () => void }) {
  const { mutateAsync } = useKeyedMutation(createRoleMutation);
  const create = async (input: CreateRoleInput) => {
    await mutateAsync(input);
    toast.success(`The role ${input.name} can be assigned now.`);
    onDone();
  };
  return (
    <Form<CreateRoleInput>
      schema={loadCreationSchema}
      draft={roleDraftName(null)}
      defaultValues={{ name: "", description: "", features: mergeRights([]) as CreateRoleInput["features"] }}
      onSubmit={create}
    >
      <RoleFields granted={[]} />
      <div className="flex justify-end">
        <SubmitButton>Create role</SubmitButton>
      </div>
    </Form>
  );
}

/** Changes a role. After an edit conflict it shows what the other admin changed and keeps the form. */
export function RoleForm({
  role,
  onDone,
  aside: extraButton,
}: {
  role: RoleDetails;
  onDone: () => void;
  aside?: ReactNode;
}) {
  const { newer, before, latest, captureConflict } = useEditConflict(role);
  const { mutateAsync } = useMutation(updateRoleMutation());
  const save = async (input: UpdateRoleInput) => {
    const saved = await mutateAsync(input).catch(captureConflict);
    toast.success(
      saved.awaiting
        ? `The change of ${input.name} waits for approval.`
        : `The role ${input.name} is changed for all its members.`,
    );
    onDone();
  };
  return (
    <Form<UpdateRoleInput>
      schema={loadUpdateSchema}
      draft={roleDraftName(role.roleId)}
      fixed={{ roleId: role.roleId, version: latest.version }}
      defaultValues={{
        name: role.name,
        description: role.description,
        features: role.features as UpdateRoleInput["features"],
        reason: "",
        setup_key: "",
      }}
      secret="setup_key"
      onSubmit={save}
    >
      {newer && <RoleEditConflict base={before} newer={newer} />}
      <RoleFields granted={latest.features} kept={latest.is_held_by_stronger} />
      {latest.members > 0 && <WideningNotice granted={latest.features} />}
      <div className="flex flex-wrap justify-between gap-2">
        {extraButton}
        <span className="ml-auto">
          <SubmitButton>{newer ? "Overwrite" : "Save role"}</SubmitButton>
        </span>
      </div>
    </Form>
  );
}

/**
 * Edits name and rights of a role. `granted`: rights of the saved role, which any editor may keep. `isLocked`: true if this editor
 * may not remove the granted rights.
 */
function RoleFields({ granted, kept: isLocked = false }: { granted: readonly FeatureAccess[]; kept?: boolean }) {
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <TextField name="name" label="Name" autoComplete="off" />
        <TextField
          name="description"
          label="Description"
          optional
          autoComplete="off"
          maxLength={ROLE_DESCRIPTION_MAX}
        />
      </div>
      <MatrixField granted={granted} kept={isLocked} />
    </>
  );
}

function MatrixField({ granted, kept: isLocked }: { granted: readonly FeatureAccess[]; kept: boolean }) {
  const { control } = useFormContext();
  const { field, fieldState } = useController({ name: "features", control });
  const ownFeatures = useQuery(accessQuery()).data?.features ?? [];
  const features: FeatureAccess[] = field.value;
  return (
    <div className="space-y-2">
      {isLocked && <Alert tone="info">{STRONGER_HOLDERS_MESSAGE}</Alert>}
      <RightsMatrix
        features={features}
        allowed={mergeRights([[...ownFeatures], [...granted]])}
        kept={isLocked ? granted : []}
        onChange={field.onChange}
      />
      <FieldError id="role-features" error={fieldState.error?.message} />
    </div>
  );
}

/** Lists the sensitive rights that a change of the role gives to its members. */
function WideningNotice({ granted }: { granted: readonly FeatureAccess[] }) {
  const features: FeatureAccess[] = useWatch({ name: "features" });
  return <SensitiveRightsNotice rights={missingRights(features, granted).filter(isSensitive)} />;
}
