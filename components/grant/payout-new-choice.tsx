"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useDebounced } from "@/components/common/form/use-debounced";
import { LoadFailed } from "@/components/common/states";
import { optionRow } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import type { ProgrammeRow } from "@/lib/contract/grant";
import { formatCount } from "@/lib/format";
import { programmesQuery } from "@/lib/queries/grant";

const approvedOf = ({ applications }: ProgrammeRow) => applications.approved ?? 0;

type PayoutNewChoiceProps = { chosen: string | undefined; onChoose: (programme: ProgrammeRow) => void };

/** Programmes that pay, found by what is typed; those with approved applications first, the others can't be chosen. */
export function PayoutNewChoice({ chosen, onChoose }: PayoutNewChoiceProps) {
  const name = useId();
  const [typed, setTyped] = useState("");
  const q = useDebounced(typed.trim());
  const { data, error, isFetching, refetch } = useQuery(
    programmesQuery({ state: "open,closed", ...(q && { q }), size: 100 }),
  );
  const all = data?.items ?? [];
  const programmes = [...all.filter((each) => approvedOf(each) > 0), ...all.filter((each) => approvedOf(each) === 0)];
  return (
    <fieldset aria-busy={isFetching}>
      <legend className="mb-1.5 font-medium">Programme</legend>
      <Input
        type="search"
        aria-label="Find a programme"
        placeholder="Name or sponsor"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="mb-1.5 h-9"
      />
      <div className="max-h-64 overflow-y-auto">
        {!data &&
          (error ? (
            <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />
          ) : (
            <Skeleton className="h-40" />
          ))}
        {data && programmes.length === 0 && (
          <p className="px-2.5 py-2 text-muted text-sm">
            {q ? "No programmes match." : "No programme is open or closed. Only those pay grants."}
          </p>
        )}
        {programmes.map((programme) => {
          const approved = approvedOf(programme);
          return (
            <label key={programme.id} htmlFor={name + programme.id} className={optionRow}>
              <input
                id={name + programme.id}
                type="radio"
                name={name}
                checked={programme.id === chosen}
                disabled={approved === 0}
                onChange={() => onChoose(programme)}
                className="size-4 shrink-0 accent-primary"
              />
              <span className="min-w-0">
                <span className={`block truncate ${approved === 0 ? "text-muted" : ""}`}>{programme.name}</span>
                <span className="block truncate text-muted text-xs">
                  {approved === 0 ? "No approved applications" : `${formatCount(approved)} approved`}
                  {programme.sponsor && `, ${programme.sponsor}`}
                </span>
              </span>
            </label>
          );
        })}
      </div>
      {data && data.total > all.length && (
        <p className="px-2.5 pt-1.5 text-muted text-xs">Type a name to find more programmes.</p>
      )}
    </fieldset>
  );
}
