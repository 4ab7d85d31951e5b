"use client";

import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type FieldValues, useWatch } from "react-hook-form";
import { CurrentVersionNotice } from "@/components/common/form/current-version";
import { SelectField, TextField } from "@/components/common/form/fields";
import { Form, SubmitButton } from "@/components/common/form/form";
import { useEditConflict } from "@/components/common/form/use-edit-conflict";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import { GROUP_DESCRIPTION_MAX, GROUP_NAME_MAX, SPENDING_PERIOD_DAYS_DEFAULT } from "@/lib/contract/user.values";
import type { UserGroupDetails } from "@/lib/contract/user-groups";
import {
  type CreateUserGroupInput,
  createUserGroupMutation,
  type UpdateUserGroupInput,
  updateUserGroupMutation,
} from "@/lib/queries/user";
import { GroupMembersField, type OnFileNotAddedYet } from "./group-members-field";
import { GroupRuleFields } from "./group-rule-fields";
import { describeGroupRule, GROUP_KIND_LABELS, groupDraftName } from "./group-words";
import { formatUserCount } from "./user-words";

const loadCreationSchema = () => import("@/lib/contract/user-groups").then((module) => module.userGroupCreation);
const loadUpdateSchema = () => import("@/lib/contract/user-groups").then((module) => module.userGroupUpdate);

/** Converts people to ids: the form keeps names and phone numbers for display, the API expects ids. */
const toIds = (people: { id: string }[] | undefined) => people?.map(({ id }) => id);
/** Keeps only the fields of the chosen kind of group, because the form contains values of both kinds. */
const creationValues = ({ rule, add, ...rest }: FieldValues) =>
  rest.kind === "rule" ? { ...rest, rule } : { ...rest, add: toIds(add) };
const updateValues = ({ add, remove, ...rest }: FieldValues) => ({ ...rest, add: toIds(add), remove: toIds(remove) });

const EMPTY_RULE = {
  tier: "",
  lga: "",
  age_min: "",
  age_max: "",
  joined_from: "",
  joined_to: "",
  spend_min: "",
  spend_max: "",
  spend_days: SPENDING_PERIOD_DAYS_DEFAULT,
};
const KIND_OPTIONS = Object.entries(GROUP_KIND_LABELS).map(([value, label]) => ({ value, label }));

/** Prevents saving while the people of a checked file are not added yet, because saving would lose these people. */
function useUndecidedFile() {
  const [file, setFile] = useState<string | null>(null);
  const rejectUndecided = () => {
    if (file) throw new Error(`Add the people of ${file}, or remove the file. Then save the group.`);
  };
  return { onUndecided: setFile, refuseUndecided: rejectUndecided };
}

/** Creates a user group from chosen people or by a rule. */
export function NewGroupForm({ onDone }: { onDone: () => void }) {
  const { mutateAsync } = useKeyedMutation(createUserGroupMutation);
  const { onUndecided: onUndecidedFile, refuseUndecided: rejectUndecided } = useUndecidedFile();
  const create = async (input: CreateUserGroupInput) => {
    rejectUndecided();
    const created = await mutateAsync(input);
    toast.success(`${created.name} has ${formatUserCount(created.members, created.members_is_capped)}.`);
    onDone();
  };
  return (
    <Form<CreateUserGroupInput>
      schema={loadCreationSchema}
      draft={groupDraftName(null)}
      defaultValues={{ name: "", description: "", kind: "static", rule: EMPTY_RULE, add: [] }}
      valuesOf={creationValues}
      onSubmit={create}
    >
      <NameFields />
      <SelectField name="kind" label="Who belongs to it" options={KIND_OPTIONS} />
      <KindFields onUndecided={onUndecidedFile} />
      <div className="flex justify-end">
        <SubmitButton>Create group</SubmitButton>
      </div>
    </Form>
  );
}

function KindFields({ onUndecided: onUndecidedFile }: { onUndecided: OnFileNotAddedYet }) {
  return useWatch({ name: "kind" }) === "rule" ? (
    <GroupRuleFields />
  ) : (
    <GroupMembersField onUndecided={onUndecidedFile} />
  );
}

function NameFields() {
  return (
    <>
      <TextField name="name" label="Name" autoComplete="off" maxLength={GROUP_NAME_MAX} />
      <TextField name="description" label="Description" optional autoComplete="off" maxLength={GROUP_DESCRIPTION_MAX} />
    </>
  );
}

/** Edits a user group. After a conflict it shows the current version and keeps the form. */
export function GroupForm({
  group,
  onDone,
  aside: extraButton,
}: {
  group: UserGroupDetails;
  onDone: () => void;
  aside?: ReactNode;
}) {
  const { base, newer, latest, captureConflict } = useEditConflict(group);
  const { mutateAsync } = useMutation(updateUserGroupMutation());
  const { onUndecided: onUndecidedFile, refuseUndecided: rejectUndecided } = useUndecidedFile();
  const save = async (input: UpdateUserGroupInput) => {
    rejectUndecided();
    const saved = await mutateAsync(input).catch(captureConflict);
    toast.success(`${saved.name} has ${formatUserCount(saved.members, saved.members_is_capped)}.`);
    onDone();
  };
  return (
    <Form<UpdateUserGroupInput>
      schema={loadUpdateSchema}
      draft={groupDraftName(base.id)}
      fixed={{ groupId: base.id, version: latest.version, kind: base.kind }}
      defaultValues={{
        name: base.name,
        description: base.description,
        ...(base.rule ? { rule: { ...EMPTY_RULE, ...base.rule } } : { add: [], remove: [] }),
      }}
      valuesOf={updateValues}
      onSubmit={save}
    >
      {newer && (
        <CurrentVersionNotice>
          <p>
            {newer.name}, {formatUserCount(newer.members, newer.members_is_capped)}
            {newer.rule && `: ${describeGroupRule(newer.rule)}`}
          </p>
          {newer.description && <p className="font-normal">{newer.description}</p>}
        </CurrentVersionNotice>
      )}
      <NameFields />
      {base.kind === "rule" ? (
        <GroupRuleFields />
      ) : (
        <GroupMembersField groupId={base.id} onUndecided={onUndecidedFile} />
      )}
      <div className="flex flex-wrap justify-between gap-2">
        {extraButton}
        <span className="ml-auto">
          <SubmitButton>{newer ? "Overwrite" : "Save group"}</SubmitButton>
        </span>
      </div>
    </Form>
  );
}
