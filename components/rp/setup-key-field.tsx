"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormState } from "react-hook-form";
import { TextField } from "@/components/common/form/fields";
import { isFull } from "@/lib/contract/access";
import { accessQuery, rpStatsQuery } from "@/lib/queries/rp";

/**
 * Whether the caller is the only full administrator: nobody else can approve what they give. Undefined until that is known.
 * @param asked only then it is looked up
 */
export function useOnlyFull(asked: boolean): boolean | undefined {
  const { data } = useQuery({ ...rpStatsQuery(), enabled: asked, refetchOnMount: "always" });
  const own = useQuery({ ...accessQuery(), enabled: asked }).data?.features;
  return data && own && data.full === 1 && isFull(own);
}

/** The setup key, where nobody else can approve what is given, or once the API has asked for it. */
export function SetupKeyField({ needed = false }: { needed?: boolean }) {
  const { errors } = useFormState({ name: "setup_key" });
  const isAsked = errors.setup_key !== undefined;
  const [wasAsked, setWasAsked] = useState(isAsked);
  // It stays while another field is corrected.
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
