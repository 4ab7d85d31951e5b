"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { SearchableRows, useSearchText } from "@/components/common/form/searched-rows";
import { RadioRow } from "@/components/ui/radio-row";
import type { ProgrammeRow } from "@/lib/contract/grant";
import { formatCount } from "@/lib/format";
import { programmesQuery } from "@/lib/queries/grant";

const numApproved = ({ applications }: ProgrammeRow) => applications.approved ?? 0;

type PayoutProgrammeChoiceProps = { chosen: string | undefined; onChoose: (programme: ProgrammeRow) => void };

/** Chooses a programme by search. Programmes with approved applications are first; others can't be chosen. */
export function PayoutProgrammeChoice({ chosen: selectedId, onChoose }: PayoutProgrammeChoiceProps) {
  const name = useId();
  const search = useSearchText();
  const query = useQuery(programmesQuery({ state: "open,closed", ...(search.q && { q: search.q }), size: 100 }));
  const { data, isFetching } = query;
  const all = data?.items ?? [];
  const programmes = [...all.filter((each) => numApproved(each) > 0), ...all.filter((each) => numApproved(each) === 0)];
  return (
    <fieldset aria-busy={isFetching}>
      <legend className="mb-1.5 font-medium">Programme</legend>
      <SearchableRows label="Find a programme" placeholder="Name or sponsor" search={search} query={query}>
        {data && programmes.length === 0 && (
          <p className="px-2.5 py-2 text-muted text-sm">
            {search.q ? "No programmes match." : "No programme is open or closed. Only those pay grants."}
          </p>
        )}
        {programmes.map((programme) => {
          const approved = numApproved(programme);
          const countText = approved === 0 ? "No approved applications" : `${formatCount(approved)} approved`;
          return (
            <RadioRow
              key={programme.id}
              name={name}
              label={programme.name}
              note={`${countText}${programme.sponsor && `, ${programme.sponsor}`}`}
              checked={programme.id === selectedId}
              disabled={approved === 0}
              onChange={() => onChoose(programme)}
            />
          );
        })}
      </SearchableRows>
      {data && data.total > all.length && (
        <p className="px-2.5 pt-1.5 text-muted text-xs">Type a name to find more programmes.</p>
      )}
    </fieldset>
  );
}
