"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useDebounced } from "@/components/common/form/use-debounced";
import { LoadFailed } from "@/components/common/states";
import type { PanelProps } from "@/components/common/table/facet";
import { optionRow } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { eventListQuery } from "@/lib/queries/event";
import { whenWords } from "./event-words";

/** Whose tickets are shown: events as they are typed for, those that are on and those that come next without a word. */
export function TicketEventPanel({ filters, onChange, onClose }: PanelProps) {
  const name = useId();
  const [typed, setTyped] = useState("");
  const q = useDebounced(typed.trim());
  const { data, error, isFetching, refetch } = useQuery(eventListQuery({ ...(q && { q }), size: 20 }));
  return (
    <fieldset className="w-80 max-w-[80vw]" aria-busy={isFetching}>
      <legend className="sr-only">Event</legend>
      <Input
        type="search"
        aria-label="Find an event"
        placeholder="Title, venue or organiser"
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
        {data?.items.length === 0 && <p className="px-2.5 py-2 text-sm text-muted">No events match.</p>}
        {data?.items.map(({ id, title, starts_at, ends_at }) => (
          <label key={id} htmlFor={name + id} className={optionRow}>
            <input
              id={name + id}
              type="radio"
              name={name}
              checked={filters.event === id}
              // A type belongs to one event.
              onChange={() => onChange({ event: id, type: undefined })}
              // Arrow keys move through the choices; a click is final.
              onClick={(event) => event.detail > 0 && onClose()}
              className="size-4 shrink-0 accent-primary"
            />
            <span className="min-w-0">
              <span className="block truncate">{title}</span>
              <span className="block truncate text-muted text-xs">{whenWords(starts_at, ends_at)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
