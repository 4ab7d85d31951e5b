"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { FreeText } from "@/components/common/free-text";
import { LoadFailed } from "@/components/common/states";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import type { ContentEntryDetails } from "@/lib/contract/content-entries";
import type { ContentEntryKind } from "@/lib/contract/content-entries.values";
import type { AnyDraft } from "@/lib/contract/content-entries-drafts";
import { publicationQuery } from "@/lib/queries/content-entries";
import { changedDraftFields } from "./content-entry-diff";
import { ContentEntryFieldDiff } from "./content-entry-field-diff";
import type { ContentEntryLanguage } from "./content-entry-language-select";
import { useContentEntryDiff } from "./use-content-entry-diff";

const DRAFT_VERSION = "draft";

type ContentEntryVersionComparisonProps = {
  kind: ContentEntryKind;
  entry: Pick<ContentEntryDetails, "id" | "publications">;
  draft: AnyDraft;
  languages: readonly ContentEntryLanguage[];
};

/** Compares any two published versions of a content entry, or a version with the draft. */
export function ContentEntryVersionComparison({ kind, entry, draft, languages }: ContentEntryVersionComparisonProps) {
  const id = useId();
  const newest = entry.publications[0]?.number ?? 1;
  const [before, setLeftVersion] = useState(String(newest));
  const [rightVersion, setRightVersion] = useState(DRAFT_VERSION);
  const [left, right] = [useDiffSide(kind, entry.id, draft, before), useDiffSide(kind, entry.id, draft, rightVersion)];
  const options = [
    { value: DRAFT_VERSION, label: "Draft" },
    ...entry.publications.map(({ number }) => ({ value: String(number), label: `Version ${number}` })),
  ];
  const error = left.error ?? right.error;
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
          onChange={(event) => setLeftVersion(event.target.value)}
        />
        <label htmlFor={`${id}-after`} className="font-semibold">
          with
        </label>
        <Select
          id={`${id}-after`}
          dense
          value={rightVersion}
          options={options}
          onChange={(event) => setRightVersion(event.target.value)}
        />
      </div>
      {error ? (
        <LoadFailed message={error.message} onRetry={() => [left.retry(), right.retry()]} />
      ) : left.draft && right.draft ? (
        <Differences kind={kind} before={left.draft} after={right.draft} languages={languages} />
      ) : (
        <Skeleton className="h-24" />
      )}
    </section>
  );
}

/** Returns one side of the comparison: the draft on screen, or a published version fetched from the API. */
function useDiffSide(kind: ContentEntryKind, entryId: string, draft: AnyDraft, version: string) {
  const number = Number(version);
  const { data, error, refetch } = useQuery({
    ...publicationQuery(kind, entryId, number),
    enabled: version !== DRAFT_VERSION,
  });
  const published = data?.number === number ? (data.content as AnyDraft) : undefined;
  return {
    draft: version === DRAFT_VERSION ? draft : published,
    error: version === DRAFT_VERSION ? null : error,
    retry: () => void refetch(),
  };
}

type DifferencesProps = {
  kind: ContentEntryKind;
  before: AnyDraft;
  after: AnyDraft;
  languages: readonly ContentEntryLanguage[];
};

/** Lists the fields in which two versions differ, with added and removed words. */
function Differences({ kind, before: leftVersion, after: rightVersion, languages }: DifferencesProps) {
  const { fields, imageOf } = useContentEntryDiff(kind, [leftVersion, rightVersion], languages);
  const changed = changedDraftFields(fields, leftVersion, rightVersion);
  if (changed.length === 0) return <p className="text-muted text-sm">They are the same.</p>;
  return (
    <dl className="space-y-3 text-sm">
      {changed.map((field) => (
        <div key={field.id}>
          <dt className="font-semibold">{field.label}</dt>
          <FreeText as="dd" className="mt-1 rounded-md bg-sunken p-3">
            <ContentEntryFieldDiff field={field} before={leftVersion} after={rightVersion} imageOf={imageOf} />
          </FreeText>
        </div>
      ))}
    </dl>
  );
}
