"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormState } from "react-hook-form";
import { TextField } from "@/components/common/form/fields";
import { isFullAdministrator } from "@/lib/contract/access";
import { accessQuery, rpStatsQuery } from "@/lib/queries/rp";

/**
 * Returns true if the caller is the only full administrator, so that nobody can approve; undefined while loading.
 * @param asked if false, nothing is requested
 */
export function useOnlyFull(asked: boolean): boolean | undefined {
  const { data } = useQuery({ ...rpStatsQuery(), enabled: asked, refetchOnMount: "always" });
  const own = useQuery({ ...accessQuery(), enabled: asked }).data?.features;
  return data && own && data.full === 1 && isFullAdministrator(own);
}

/** Field for the setup key, shown where nobody can approve, or once the API has required it. */
export function SetupKeyField({ needed = false }: { needed?: boolean }) {
  const { errors } = useFormState({ name: "setup_key" });
  const isAsked = errors.setup_key !== undefined;
  const [wasAsked, setWasAsked] = useState(isAsked);
  // Stays visible while the admin corrects another field.
  if (isAsked && !wasAsked) setWasAsked(true);
  if (!needed && !isAsked && !wasAsked) return null;
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
