"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { SelectField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { BulkResultDialog } from "@/components/common/form/result-dialog";
import type { GroupAdditionResult } from "@/lib/contract/user-groups";
import { type AddGroupMembersInput, addGroupMembersMutation, userGroupChoicesQuery } from "@/lib/queries/user";
import { formatUserCount } from "./user-words";

const loadAdditionSchema = () => import("@/lib/contract/user-groups").then((module) => module.userGroupAddition);

type Props = { users: string[]; onAdded: (results: readonly GroupAdditionResult[]) => void; onClose: () => void };

/** Adds the users selected in a list to a user group whose members are chosen individually. */
export function AddToGroupDialog({ users, onAdded, onClose }: Props) {
  const { data } = useQuery(userGroupChoicesQuery());
  const groups = data?.items.filter(({ kind }) => kind === "static");
  const { mutateAsync } = useMutation(addGroupMembersMutation());
  return (
    <FormDialog<AddGroupMembersInput>
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Add ${formatUserCount(users.length)} to a group`}
      consequence="They get everything that is sent to the group from now on. People can't be added to groups with a rule."
      submitLabel="Add"
      schema={loadAdditionSchema}
      fixed={{ users }}
      defaultValues={{ groupId: "" }}
      onSubmit={async (input) => onAdded((await mutateAsync(input)).results)}
    >
      <SelectField
        name="groupId"
        label="Group"
        placeholder="Choose a group"
        hint={groups?.length === 0 ? "There is no group of chosen people yet. Add one under User Groups." : undefined}
        options={(groups ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      />
    </FormDialog>
  );
}

/** Lists for each selected user whether they were added to the group, or why not. */
export function AddToGroupResults({
  results,
  onClose,
}: {
  results: readonly GroupAdditionResult[];
  onClose: () => void;
}) {
  return (
    <BulkResultDialog
      title={(doneCount) => `${doneCount} of ${formatUserCount(results.length)} added`}
      results={results}
      onClose={onClose}
    />
  );
}
