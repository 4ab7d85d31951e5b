"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { FieldError } from "@/components/common/form/field";
import { LoadFailed } from "@/components/common/states";
import type { ContentEntryFieldsProps } from "@/components/content-entry/content-entry-fields-props";
import { DraftFieldAnchor } from "@/components/record-editor/draft-field";
import { CheckboxRow } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { AUDIENCE_GROUPS_MAX, CONTENT_ENTRY_AUDIENCES } from "@/lib/contract/content-entries.values";
import { cleanPastedLine } from "@/lib/contract/pasted.values";
import { audienceGroupsQuery } from "@/lib/queries/content-entries";

/** Number of groups from which a search box is shown. */
const MIN_GROUPS_FOR_SEARCH = 8;
const AUDIENCE_LABELS = { everybody: "Everybody", groups: "Members of groups" };

type AudienceProps = Pick<ContentEntryFieldsProps<"announcements">, "draft" | "change" | "problem" | "readOnly">;

/** Chooses an announcement's audience: all users of the app, or the members of some groups. */
export function AnnouncementAudienceField({ draft, change, problem, readOnly }: AudienceProps) {
  const id = useId();
  const audienceError = problem("audience") ?? problem("group_ids");
  // Chosen groups, kept while "Everybody" is selected.
  const [keptGroups, setKeptGroups] = useState<string[]>([]);
  const chooseAudience = (audience: (typeof CONTENT_ENTRY_AUDIENCES)[number]) => {
    // Takes the groups from the draft, because restoring a version may have changed the draft's groups.
    if (draft.audience === "groups") setKeptGroups(draft.group_ids);
    change({ audience, group_ids: audience === "groups" ? keptGroups : [] });
  };
  return (
    <DraftFieldAnchor field="audience">
      <fieldset disabled={readOnly} aria-describedby={audienceError ? `${id}-error` : undefined} className="space-y-2">
        <legend className="mb-1.5 font-semibold text-sm">Audience</legend>
        {CONTENT_ENTRY_AUDIENCES.map((audience) => (
          <label key={audience} htmlFor={`${id}-${audience}`} className="flex items-center gap-2.5 font-medium">
            <input
              id={`${id}-${audience}`}
              type="radio"
              name={id}
              checked={draft.audience === audience}
              onChange={() => chooseAudience(audience)}
              className="size-4 accent-primary"
            />
            {AUDIENCE_LABELS[audience]}
          </label>
        ))}
        {draft.audience === "groups" && (
          <DraftFieldAnchor field="group_ids">
            <GroupChoices value={draft.group_ids} onChange={(group_ids) => change({ group_ids })} />
          </DraftFieldAnchor>
        )}
        <FieldError id={id} error={audienceError} />
      </fieldset>
    </DraftFieldAnchor>
  );
}

type GroupChoicesProps = { value: readonly string[]; onChange: (ids: string[]) => void };

function GroupChoices({ value, onChange }: GroupChoicesProps) {
  const { data, error, isFetching, refetch } = useQuery(audienceGroupsQuery("announcements"));
  const [searchText, setSearchText] = useState("");
  if (error && !data) return <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-24" />;
  if (data.items.length === 0)
    return <p className="text-muted text-sm">There are no user groups yet. Create them in User Management.</p>;
  const visible = data.items.filter(
    ({ id, name }) => value.includes(id) || name.toLowerCase().includes(cleanPastedLine(searchText).toLowerCase()),
  );
  const isFull = value.length >= AUDIENCE_GROUPS_MAX;
  return (
    <div className="rounded-md border border-border p-2">
      {data.items.length >= MIN_GROUPS_FOR_SEARCH && (
        <Input
          type="search"
          aria-label="Search groups"
          placeholder="Search groups"
          value={searchText}
          onChange={(event) => setSearchText(event.target.value)}
          className="mb-1"
        />
      )}
      <div className="max-h-56 overflow-y-auto">
        {visible.map(({ id, name }) => (
          <CheckboxRow
            key={id}
            label={name}
            checked={value.includes(id)}
            disabled={isFull && !value.includes(id)}
            onChange={(event) => onChange(event.target.checked ? [...value, id] : value.filter((each) => each !== id))}
          />
        ))}
        {visible.length === 0 && <p className="px-2.5 py-2 text-muted text-sm">No group has this name.</p>}
      </div>
      {isFull && <p className="px-2.5 pt-1 text-muted text-sm">At most {AUDIENCE_GROUPS_MAX} groups.</p>}
    </div>
  );
}
