"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useDebounced } from "@/components/common/form/use-debounced";
import { LoadFailed } from "@/components/common/states";
import type { PanelProps } from "@/components/common/table/facet";
import { optionRow } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { titleCase } from "@/lib/format";
import { programmesQuery } from "@/lib/queries/grant";

/** Whose applications are shown: programmes by what is typed; those that are open come first. */
export function ApplicationProgrammePanel({ filters, onChange, onClose }: PanelProps) {
  const name = useId();
  const [typed, setTyped] = useState("");
  const q = useDebounced(typed.trim());
  const { data, error, isFetching, refetch } = useQuery(programmesQuery({ ...(q && { q }), size: 20 }));
  return (
    <fieldset className="w-80 max-w-[80vw]" aria-busy={isFetching}>
      <legend className="sr-only">Programme</legend>
      <Input
        type="search"
        aria-label="Find a programme"
        placeholder="Name or sponsor"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="mb-1.5 h-9"
      />
      <div className="max-h-72 overflow-y-auto">
        {!data &&
          (error ? (
            <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />
          ) : (
            <Skeleton className="h-40" />
          ))}
        {data?.items.length === 0 && <p className="px-2.5 py-2 text-sm text-muted">No programmes match.</p>}
        {data?.items.map((programme) => (
          <label key={programme.id} htmlFor={name + programme.id} className={optionRow}>
            <input
              id={name + programme.id}
              type="radio"
              name={name}
              checked={filters.programme === programme.id}
              onChange={() => onChange({ programme: programme.id })}
              // Arrow keys move through the choices; a click is final.
              onClick={(event) => event.detail > 0 && onClose()}
              className="size-4 shrink-0 accent-primary"
            />
            <span className="min-w-0">
              <span className="block truncate">{programme.name}</span>
              <span className="block truncate text-muted text-xs">
                {titleCase(programme.state)}
                {programme.sponsor && `, ${programme.sponsor}`}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
