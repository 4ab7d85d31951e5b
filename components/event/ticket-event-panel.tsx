"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { SearchableRows, useSearchText } from "@/components/common/form/searched-rows";
import type { FilterPanelProps } from "@/components/common/table/facet";
import { RadioRow } from "@/components/ui/radio-row";
import { eventListQuery } from "@/lib/queries/event";
import { formatEventDates } from "./event-words";

/** Renders the panel that filters tickets by event. Searches events as typed; without text it lists current and next events. */
export function TicketEventFilterPanel({ filters, onChange, onClose }: FilterPanelProps) {
  const name = useId();
  const search = useSearchText();
  const query = useQuery(eventListQuery({ ...(search.q && { q: search.q }), size: 20 }));
  return (
    <fieldset className="w-80 max-w-[80vw]" aria-busy={query.isFetching}>
      <legend className="sr-only">Event</legend>
      <SearchableRows label="Find an event" placeholder="Title, venue or organiser" search={search} query={query}>
        {query.data?.items.length === 0 && <p className="px-2.5 py-2 text-sm text-muted">No events match.</p>}
        {query.data?.items.map(({ id, title, starts_at, ends_at }) => (
          <RadioRow
            key={id}
            name={name}
            label={title}
            note={formatEventDates(starts_at, ends_at)}
            checked={filters.event === id}
            // Clears the ticket type, which belongs to another event.
            onChange={() => onChange({ event: id, type: undefined })}
            onClick={onClose}
          />
        ))}
      </SearchableRows>
    </fieldset>
  );
}
