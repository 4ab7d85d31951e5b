"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useController } from "react-hook-form";
import { FieldError } from "@/components/common/form/field";
import { FreeText } from "@/components/common/free-text";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { isSensitive, mergeRights, missingRights } from "@/lib/contract/access";
import { cleanPastedLine } from "@/lib/contract/pasted.values";
import type { RoleRow } from "@/lib/contract/rp";
import { accessQuery } from "@/lib/queries/rp";
import { roleChoicesQuery } from "@/lib/queries/rp-set-up";
import { describeRights } from "./rp-words";
import { SensitiveRightsNotice } from "./sensitive-notice";

/** Number of roles above which the field has a search. */
const MIN_ROLES_FOR_SEARCH = 8;

type RolesFieldProps = {
  /** Ids of the roles that the edited admin already has. They may stay selected even if the editing admin may not assign them. */
  held?: readonly string[];
};

/** Selects roles. Roles with rights that the admin does not have are disabled with a reason. */
export function RolesField({ held: heldIds = [] }: RolesFieldProps) {
  const { field, fieldState } = useController({ name: "role_ids" });
  const selectedIds: string[] = field.value ?? [];
  const { data, error } = useQuery(roleChoicesQuery());
  const ownFeatures = useQuery(accessQuery()).data?.features ?? [];
  const [find, setFind] = useState("");
  const id = useId();
  const roles = data?.items ?? [];
  // Roles selected when the dialog opened come first, so that a role does not move in the list when it is ticked.
  const [first] = useState(selectedIds);
  const isFirst = ({ roleId }: RoleRow) => first.includes(roleId);
  const sorted = [...roles.filter(isFirst), ...roles.filter((role) => !isFirst(role))];
  const visible = sorted.filter(({ name }) => name.toLowerCase().includes(cleanPastedLine(find).toLowerCase()));
  const featuresOf = (ids: readonly string[]) =>
    mergeRights(roles.filter(({ roleId }) => ids.includes(roleId)).map(({ features }) => features));
  const newSensitive = missingRights(featuresOf(selectedIds), featuresOf(heldIds)).filter(isSensitive);

  const toggle = (roleId: string, isChecked: boolean) =>
    field.onChange(isChecked ? [...selectedIds, roleId] : selectedIds.filter((selected) => selected !== roleId));
  return (
    <>
      <fieldset aria-describedby={fieldState.error ? `${id}-error` : undefined} className="space-y-1.5">
        <legend className="text-sm font-semibold">Roles</legend>
        {roles.length > MIN_ROLES_FOR_SEARCH && (
          <Input
            type="search"
            aria-label="Find in roles"
            placeholder="Find…"
            value={find}
            onChange={(event) => setFind(event.target.value)}
            className="h-9"
          />
        )}
        <div className="max-h-64 space-y-0.5 overflow-y-auto rounded-md border border-border p-1.5">
          {visible.map((role, index) => (
            <RoleChoice
              key={role.roleId}
              role={role}
              inputRef={index === 0 ? field.ref : undefined}
              checked={selectedIds.includes(role.roleId)}
              isBeyond={!heldIds.includes(role.roleId) && missingRights(role.features, ownFeatures).length > 0}
              onChange={(isChecked) => toggle(role.roleId, isChecked)}
            />
          ))}
          {visible.length === 0 && (
            <p className="px-2 py-3 text-muted">{error ? "The roles couldn't be loaded." : "No role of this name."}</p>
          )}
        </div>
        <FieldError id={id} error={fieldState.error?.message} />
      </fieldset>
      <SensitiveRightsNotice rights={newSensitive} />
    </>
  );
}

type RoleChoiceProps = {
  role: RoleRow;
  checked: boolean;
  isBeyond: boolean;
  onChange: (isChecked: boolean) => void;
  inputRef?: (element: HTMLElement | null) => void;
};

function RoleChoice({ role, checked, isBeyond: exceedsOwn, onChange, inputRef }: RoleChoiceProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      ref={inputRef && ((element) => inputRef(element?.querySelector("input") ?? null))}
      className="flex items-start gap-2.5 rounded-md px-2 py-1.5 hover:bg-sunken"
    >
      <Checkbox
        id={id}
        name="role_ids"
        checked={checked}
        disabled={exceedsOwn && !checked}
        aria-describedby={`${id}-more`}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5"
      />
      <span className="min-w-0">
        <FreeText className="block font-medium">{role.name}</FreeText>
        <span id={`${id}-more`} className="block text-sm text-muted">
          {exceedsOwn ? "Has rights that you don't have yourself." : role.description || describeRights(role.features)}
        </span>
      </span>
    </label>
  );
}
