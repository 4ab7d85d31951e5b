"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { SearchableRows, useSearchText } from "@/components/common/form/searched-rows";
import type { FilterPanelProps } from "@/components/common/table/facet";
import { RadioRow } from "@/components/ui/radio-row";
import { titleCase } from "@/lib/format";
import { programmesQuery } from "@/lib/queries/grant";

/** Renders the panel that filters applications by programme. Searches programmes as typed, open ones first. */
export function ApplicationProgrammeFilterPanel({ filters, onChange, onClose }: FilterPanelProps) {
  const name = useId();
  const search = useSearchText();
  const query = useQuery(programmesQuery({ ...(search.q && { q: search.q }), size: 20 }));
  return (
    <fieldset className="w-80 max-w-[80vw]" aria-busy={query.isFetching}>
      <legend className="sr-only">Programme</legend>
      <SearchableRows label="Find a programme" placeholder="Name or sponsor" search={search} query={query}>
        {query.data?.items.length === 0 && <p className="px-2.5 py-2 text-sm text-muted">No programmes match.</p>}
        {query.data?.items.map((programme) => (
          <RadioRow
            key={programme.id}
            name={name}
            label={programme.name}
            note={`${titleCase(programme.state)}${programme.sponsor && `, ${programme.sponsor}`}`}
            checked={filters.programme === programme.id}
            onChange={() => onChange({ programme: programme.id })}
            onClick={onClose}
          />
        ))}
      </SearchableRows>
    </fieldset>
  );
}
