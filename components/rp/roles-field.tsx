"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useController } from "react-hook-form";
import { FieldError } from "@/components/common/form/field";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { beyond, isSensitive, unite } from "@/lib/contract/access";
import type { RoleRow } from "@/lib/contract/rp";
import { accessQuery, roleChoicesQuery } from "@/lib/queries/rp";
import { rightsInWords } from "./rp-words";
import { SensitiveNotice } from "./sensitive-notice";

/** From this many on, the roles get a field to find in them. */
const MANY = 8;

type RolesFieldProps = {
  /** What the person has already: it may stay, no matter who chooses. */
  held?: readonly string[];
};

/** Roles to choose from. What lies beyond the chooser's own rights can't be chosen, and says so. */
export function RolesField({ held = [] }: RolesFieldProps) {
  const { field, fieldState } = useController({ name: "role_ids" });
  const chosen: string[] = field.value ?? [];
  const { data, error } = useQuery(roleChoicesQuery());
  const own = useQuery(accessQuery()).data?.features ?? [];
  const [find, setFind] = useState("");
  const id = useId();
  const roles = data?.items ?? [];
  // Those of the moment of opening, so that none jumps away from under the pointer that ticks it.
  const [first] = useState(chosen);
  const isFirst = ({ roleId }: RoleRow) => first.includes(roleId);
  const ordered = [...roles.filter(isFirst), ...roles.filter((role) => !isFirst(role))];
  const shown = ordered.filter(({ name }) => name.toLowerCase().includes(find.toLowerCase()));
  const featuresOf = (ids: readonly string[]) =>
    unite(roles.filter(({ roleId }) => ids.includes(roleId)).map(({ features }) => features));
  const given = beyond(featuresOf(chosen), featuresOf(held)).filter(isSensitive);

  const toggle = (roleId: string, on: boolean) =>
    field.onChange(on ? [...chosen, roleId] : chosen.filter((other) => other !== roleId));
  return (
    <>
      <fieldset aria-describedby={fieldState.error ? `${id}-error` : undefined} className="space-y-1.5">
        <legend className="text-sm font-semibold">Roles</legend>
        {roles.length > MANY && (
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
          {shown.map((role, index) => (
            <RoleChoice
              key={role.roleId}
              role={role}
              inputRef={index === 0 ? field.ref : undefined}
              checked={chosen.includes(role.roleId)}
              isBeyond={!held.includes(role.roleId) && beyond(role.features, own).length > 0}
              onChange={(on) => toggle(role.roleId, on)}
            />
          ))}
          {shown.length === 0 && (
            <p className="px-2 py-3 text-muted">{error ? "The roles couldn't be loaded." : "No role of this name."}</p>
          )}
        </div>
        <FieldError id={id} error={fieldState.error?.message} />
      </fieldset>
      <SensitiveNotice rights={given} />
    </>
  );
}

type RoleChoiceProps = {
  role: RoleRow;
  checked: boolean;
  isBeyond: boolean;
  onChange: (on: boolean) => void;
  inputRef?: (element: HTMLElement | null) => void;
};

function RoleChoice({ role, checked, isBeyond, onChange, inputRef }: RoleChoiceProps) {
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
        disabled={isBeyond && !checked}
        aria-describedby={`${id}-more`}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5"
      />
      <span className="min-w-0">
        <span className="block font-medium break-words">{role.name}</span>
        <span id={`${id}-more`} className="block text-sm text-muted">
          {isBeyond ? "Holds rights that you don't have yourself." : role.description || rightsInWords(role.features)}
        </span>
      </span>
    </label>
  );
}
