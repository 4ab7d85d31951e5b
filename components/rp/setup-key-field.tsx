"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormState } from "react-hook-form";
import { TextField } from "@/components/common/form/fields";
import { isFullAdministrator } from "@/lib/contract/access";
import { accessQuery } from "@/lib/queries/rp";
import { adminAndRoleStatsQuery } from "@/lib/queries/rp-set-up";

/**
 * Returns true if the current user is the only full administrator, so that nobody can approve; undefined while loading.
 * @param isEnabled if false, the hook sends no request
 */
export function useIsOnlyFullAdmin(isEnabled: boolean): boolean | undefined {
  const { data } = useQuery({ ...adminAndRoleStatsQuery(), enabled: isEnabled, refetchOnMount: "always" });
  const ownFeatures = useQuery({ ...accessQuery(), enabled: isEnabled }).data?.features;
  return data && ownFeatures && data.full === 1 && isFullAdministrator(ownFeatures);
}

/**
 * Field for the setup key, which the server prints to replace an approval. Shown if no other admin can approve, or once the API has
 * required the key.
 */
export function SetupKeyField({ needed: isNeeded = false }: { needed?: boolean }) {
  const { errors } = useFormState({ name: "setup_key" });
  const isRequired = errors.setup_key !== undefined;
  const [wasRequired, setWasRequired] = useState(isRequired);
  // Keeps the field visible once the API has required the key, also while the admin corrects another field.
  if (isRequired && !wasRequired) setWasRequired(true);
  if (!isNeeded && !isRequired && !wasRequired) return null;
  return (
    <TextField
      name="setup_key"
      label="Setup key"
      hint="Ask the people who run the server: it prints the key. Each key works once."
      autoComplete="off"
      spellCheck={false}
    />
  );
}
