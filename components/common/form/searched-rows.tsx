"use client";

import { type ReactNode, useState } from "react";
import { LoadFailed } from "@/components/common/states";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { cleanPastedLine } from "@/lib/contract/pasted.values";
import { useDebouncedValue } from "./use-debounced";

/** Stores the text of a search field. Returns the text, a handler for typing, and the debounced text `q`. */
export function useSearchText() {
  const [text, setText] = useState("");
  return { typed: text, onType: setText, q: useDebouncedValue(cleanPastedLine(text)) };
}

type SearchedRowsProps = {
  /** Accessible label, such as "Find an event". */
  label: string;
  /** Placeholder that lists the searched fields. */
  placeholder: string;
  search: ReturnType<typeof useSearchText>;
  query: { data?: unknown; error: Error | null; isFetching: boolean; refetch: () => unknown };
  children: ReactNode;
};

/** Renders a search field above the rows that match (`children`). */
export function SearchableRows({ label, placeholder, search, query, children }: SearchedRowsProps) {
  const { data, error, isFetching, refetch } = query;
  return (
    <>
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        value={search.typed}
        onChange={(event) => search.onType(event.target.value)}
        className="mb-1.5 h-9"
      />
      <div className="max-h-72 overflow-y-auto">
        {!data &&
          (error ? (
            <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />
          ) : (
            <Skeleton className="h-40" />
          ))}
        {children}
      </div>
    </>
  );
}
