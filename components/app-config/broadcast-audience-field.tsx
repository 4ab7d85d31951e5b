"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { FieldError } from "@/components/common/form/field";
import { LoadFailed } from "@/components/common/states";
import { DraftFieldAnchor } from "@/components/record-editor/draft-field";
import { Skeleton } from "@/components/ui/skeleton";
import { BROADCAST_AUDIENCES } from "@/lib/contract/app-config.values";
import type { BroadcastAudience } from "@/lib/contract/app-config-broadcasts";
import { AUDIENCE_GROUPS_MAX } from "@/lib/contract/content-entries.values";
import { LGA_OPTIONS } from "@/lib/contract/lgas.values";
import { USER_TIERS } from "@/lib/contract/user.values";
import { selectOptions } from "@/lib/format";
import { audienceGroupsQuery, publicLanguagesQuery } from "@/lib/queries/content-entries";
import { BroadcastAudienceCount } from "./broadcast-audience-count";
import { BroadcastAudienceChoices } from "./broadcast-choices";
import { createBroadcastAudience, selectedIdsOfAudience } from "./broadcast-draft";
import { BROADCAST_AUDIENCE_LABELS } from "./broadcast-words";

type AudienceFieldProps = {
  value: BroadcastAudience;
  onChange: (audience: BroadcastAudience) => void;
  problem?: string;
  readOnly?: boolean;
};

/** Edits the audience of a notification and shows its current size. Each kind of audience keeps its choices when the kind is switched. */
export function BroadcastAudienceField({ value, onChange, problem, readOnly }: AudienceFieldProps) {
  const id = useId();
  const [choices, setChoices] = useState<Partial<Record<BroadcastAudience["kind"], readonly string[]>>>({});
  const select = (selectedIds: string[]) => {
    setChoices({ ...choices, [value.kind]: selectedIds });
    onChange(createBroadcastAudience(value.kind, selectedIds));
  };
  return (
    <DraftFieldAnchor field="audience">
      <fieldset disabled={readOnly} aria-describedby={problem ? `${id}-error` : undefined} className="space-y-2">
        <legend className="mb-1.5 font-semibold text-sm">Audience</legend>
        {BROADCAST_AUDIENCES.map((kind) => (
          <label key={kind} htmlFor={`${id}-${kind}`} className="flex items-center gap-2.5 font-medium">
            <input
              id={`${id}-${kind}`}
              type="radio"
              name={id}
              checked={value.kind === kind}
              onChange={() => {
                setChoices({ ...choices, [value.kind]: selectedIdsOfAudience(value) });
                onChange(createBroadcastAudience(kind, choices[kind] ?? []));
              }}
              className="size-4 accent-primary"
            />
            {BROADCAST_AUDIENCE_LABELS[kind]}
          </label>
        ))}
        <AudienceChoices audience={value} onChange={select} />
        <FieldError id={id} error={problem} />
      </fieldset>
      <BroadcastAudienceCount audience={value} />
    </DraftFieldAnchor>
  );
}

type ChosenProps = { audience: BroadcastAudience; onChange: (selectedIds: string[]) => void };

function AudienceChoices({ audience, onChange }: ChosenProps) {
  const value = selectedIdsOfAudience(audience);
  if (audience.kind === "groups") return <GroupChoices value={value} onChange={onChange} />;
  if (audience.kind === "languages") return <LanguageChoices value={value} onChange={onChange} />;
  if (audience.kind === "lgas")
    return <BroadcastAudienceChoices what="LGAs" options={LGA_OPTIONS} value={value} onChange={onChange} />;
  if (audience.kind === "tiers")
    return (
      <BroadcastAudienceChoices
        what="tiers"
        options={selectOptions(USER_TIERS, (tier) => `Tier ${tier}`)}
        value={value}
        onChange={onChange}
      />
    );
  return null;
}

type ChoiceListProps = { value: readonly string[]; onChange: (selectedIds: string[]) => void };

function GroupChoices(props: ChoiceListProps) {
  const { data, error, isFetching, refetch } = useQuery(audienceGroupsQuery("faq"));
  if (error && !data) return <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-24" />;
  if (data.items.length === 0)
    return <p className="text-muted text-sm">There are no user groups yet. Create them in User Management.</p>;
  return (
    <BroadcastAudienceChoices
      what="groups"
      max={AUDIENCE_GROUPS_MAX}
      options={data.items.map(({ id, name }) => ({ value: id, label: name }))}
      {...props}
    />
  );
}

/** Chooses languages that users have set in the app. Such an audience includes only people with a device. */
function LanguageChoices(props: ChoiceListProps) {
  const { data, error, isFetching, refetch } = useQuery(publicLanguagesQuery());
  if (error && !data) return <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-24" />;
  return (
    <BroadcastAudienceChoices
      what="languages"
      options={data.items.map(({ code, name }) => ({ value: code, label: name }))}
      {...props}
    />
  );
}
