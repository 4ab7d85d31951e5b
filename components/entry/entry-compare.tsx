"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { FreeText } from "@/components/common/free-text";
import { LoadFailed } from "@/components/common/states";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import type { EntrySingle } from "@/lib/contract/entries";
import type { EntryKind } from "@/lib/contract/entries.values";
import type { Draft } from "@/lib/contract/entries-drafts";
import { publicationQuery } from "@/lib/queries/entries";
import { changedFields } from "./entry-diff";
import { EntryFieldDiff } from "./entry-field-diff";
import type { EntryLanguage } from "./entry-language-select";
import { useEntryDiff } from "./use-entry-diff";

const DRAFT = "draft";

type EntryCompareProps = {
  kind: EntryKind;
  entry: Pick<EntrySingle, "id" | "publications">;
  draft: Draft;
  languages: readonly EntryLanguage[];
};

/** Compares any two versions, or a version with the draft. */
export function EntryCompare({ kind, entry, draft, languages }: EntryCompareProps) {
  const id = useId();
  const newest = entry.publications[0]?.number ?? 1;
  const [before, setBefore] = useState(String(newest));
  const [after, setAfter] = useState(DRAFT);
  const [one, other] = [useSide(kind, entry.id, draft, before), useSide(kind, entry.id, draft, after)];
  const options = [
    { value: DRAFT, label: "Draft" },
    ...entry.publications.map(({ number }) => ({ value: String(number), label: `Version ${number}` })),
  ];
  const error = one.error ?? other.error;
  return (
    <section aria-label="Compare versions" className="space-y-3">
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <label htmlFor={`${id}-before`} className="font-semibold">
          Compare
        </label>
        <Select
          id={`${id}-before`}
          dense
          value={before}
          options={options}
          onChange={(event) => setBefore(event.target.value)}
        />
        <label htmlFor={`${id}-after`} className="font-semibold">
          with
        </label>
        <Select
          id={`${id}-after`}
          dense
          value={after}
          options={options}
          onChange={(event) => setAfter(event.target.value)}
        />
      </div>
      {error ? (
        <LoadFailed message={error.message} onRetry={() => [one.retry(), other.retry()]} />
      ) : one.draft && other.draft ? (
        <Differences kind={kind} before={one.draft} after={other.draft} languages={languages} />
      ) : (
        <Skeleton className="h-24" />
      )}
    </section>
  );
}

/** Returns one side of the comparison: the draft on screen, or a publication fetched from the API. */
function useSide(kind: EntryKind, entryId: string, draft: Draft, which: string) {
  const number = Number(which);
  const { data, error, refetch } = useQuery({
    ...publicationQuery(kind, entryId, number),
    enabled: which !== DRAFT,
  });
  const published = data?.number === number ? (data.content as Draft) : undefined;
  return {
    draft: which === DRAFT ? draft : published,
    error: which === DRAFT ? null : error,
    retry: () => void refetch(),
  };
}

type DifferencesProps = { kind: EntryKind; before: Draft; after: Draft; languages: readonly EntryLanguage[] };

/** Lists changed fields with their added and removed words. */
export function Differences({ kind, before, after, languages }: DifferencesProps) {
  const { fields, imageOf } = useEntryDiff(kind, [before, after], languages);
  const changed = changedFields(fields, before, after);
  if (changed.length === 0) return <p className="text-muted text-sm">They are the same.</p>;
  return (
    <dl className="space-y-3 text-sm">
      {changed.map((field) => (
        <div key={field.id}>
          <dt className="font-semibold">{field.label}</dt>
          <FreeText as="dd" className="mt-1 rounded-md bg-sunken p-3">
            <EntryFieldDiff field={field} before={before} after={after} imageOf={imageOf} />
          </FreeText>
        </div>
      ))}
    </dl>
  );
}
