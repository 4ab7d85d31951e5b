"use client";

import { useQuery } from "@tanstack/react-query";
import { TextField } from "@/components/common/form/fields";
import { rpStatsQuery } from "@/lib/queries/rp";

/**
 * Whether there is one full administrator: nobody else could approve a second one. Undefined until that is known.
 * @param asked only then it is looked up
 */
export function useOnlyFull(asked: boolean): boolean | undefined {
  const { data } = useQuery({ ...rpStatsQuery(), enabled: asked, refetchOnMount: "always" });
  return data && data.full === 1;
}

/** Where the only full administrator makes another one. */
export function SetupKeyField() {
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
