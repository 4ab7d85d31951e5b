"use client";

import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useWatch } from "react-hook-form";
import { WhatItIsNow } from "@/components/common/form/current-version";
import { SelectField, TextField } from "@/components/common/form/fields";
import { Form, SubmitButton } from "@/components/common/form/form";
import { isStatus } from "@/lib/client/api-error";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { toast } from "@/lib/client/toast";
import { GROUP_DESCRIPTION_MAX, GROUP_NAME_MAX, SPEND_DAYS_UNSAID } from "@/lib/contract/user.values";
import type { UserGroupSingle } from "@/lib/contract/user-groups";
import {
  createGroupMutation,
  type UserGroupCreationInput,
  type UserGroupUpdateInput,
  updateGroupMutation,
} from "@/lib/queries/user";
import { MembersField, type OnUndecided } from "./group-members-field";
import { RuleFields } from "./group-rule-fields";
import { groupDraft, KIND_LABELS, ruleWords } from "./group-words";
import { usersWords } from "./user-words";

const loadCreation = () => import("@/lib/contract/user-groups").then((module) => module.userGroupForm);
const loadUpdate = () => import("@/lib/contract/user-groups").then((module) => module.userGroupUpdateForm);

const EMPTY_RULE = {
  tier: "",
  lga: "",
  age_min: "",
  age_max: "",
  joined_from: "",
  joined_to: "",
  spend_min: "",
  spend_max: "",
  spend_days: SPEND_DAYS_UNSAID,
};
const KINDS = Object.entries(KIND_LABELS).map(([value, label]) => ({ value, label }));

/** A file that was looked at, and of which nobody is chosen, would be forgotten: the group is saved once that is decided. */
function useUndecided() {
  const [file, setFile] = useState<string | null>(null);
  const refuseUndecided = () => {
    if (file) throw new Error(`Choose the people of ${file}, or drop the file. Then save the group.`);
  };
  return { onUndecided: setFile, refuseUndecided };
}

export function NewGroupForm({ onDone }: { onDone: () => void }) {
  const [key] = useState(newIdempotencyKey);
  const { mutateAsync } = useMutation(createGroupMutation(key));
  const { onUndecided, refuseUndecided } = useUndecided();
  const create = async (input: UserGroupCreationInput) => {
    refuseUndecided();
    const made = await mutateAsync(input);
    toast.success(`${made.name} has ${usersWords(made.members, made.members_is_capped)}.`);
    onDone();
  };
  return (
    <Form<UserGroupCreationInput>
      schema={loadCreation}
      draft={groupDraft(null)}
      defaultValues={{ name: "", description: "", kind: "static", rule: EMPTY_RULE, add: [] }}
      onSubmit={create}
    >
      <NameFields />
      <SelectField name="kind" label="Who belongs to it" options={KINDS} />
      <KindFields onUndecided={onUndecided} />
      <div className="flex justify-end">
        <SubmitButton>Create group</SubmitButton>
      </div>
    </Form>
  );
}

function KindFields({ onUndecided }: { onUndecided: OnUndecided }) {
  return useWatch({ name: "kind" }) === "rule" ? <RuleFields /> : <MembersField onUndecided={onUndecided} />;
}

function NameFields() {
  return (
    <>
      <TextField name="name" label="Name" autoComplete="off" maxLength={GROUP_NAME_MAX} />
      <TextField name="description" label="Description" optional autoComplete="off" maxLength={GROUP_DESCRIPTION_MAX} />
    </>
  );
}

/**
 * Changes a group. When somebody else was faster, it shows what they made of it, keeps everything typed here, and saves
 * over theirs only after they have been shown.
 */
export function GroupForm({ group, onDone, aside }: { group: UserGroupSingle; onDone: () => void; aside?: ReactNode }) {
  const [base] = useState(group);
  const [newer, setNewer] = useState<UserGroupSingle | null>(null);
  const { mutateAsync } = useMutation(updateGroupMutation());
  const { onUndecided, refuseUndecided } = useUndecided();
  const save = async (input: UserGroupUpdateInput) => {
    refuseUndecided();
    try {
      const saved = await mutateAsync(input);
      toast.success(`${saved.name} has ${usersWords(saved.members, saved.members_is_capped)}.`);
    } catch (error) {
      if (isStatus(error, 409) && error.current) setNewer(error.current as UserGroupSingle);
      throw error;
    }
    onDone();
  };
  return (
    <Form<UserGroupUpdateInput>
      schema={loadUpdate}
      draft={groupDraft(base.id)}
      fixed={{ groupId: base.id, version: (newer ?? base).version, kind: base.kind }}
      defaultValues={{
        name: base.name,
        description: base.description,
        ...(base.rule ? { rule: { ...EMPTY_RULE, ...base.rule } } : { add: [], remove: [] }),
      }}
      onSubmit={save}
    >
      {newer && (
        <WhatItIsNow>
          <p>
            {newer.name}, {usersWords(newer.members, newer.members_is_capped)}
            {newer.rule && `: ${ruleWords(newer.rule)}`}
          </p>
          {newer.description && <p className="font-normal">{newer.description}</p>}
        </WhatItIsNow>
      )}
      <NameFields />
      {base.kind === "rule" ? <RuleFields /> : <MembersField groupId={base.id} onUndecided={onUndecided} />}
      <div className="flex flex-wrap justify-between gap-2">
        {aside}
        <span className="ml-auto">
          <SubmitButton>{newer ? "Overwrite" : "Save group"}</SubmitButton>
        </span>
      </div>
    </Form>
  );
}
