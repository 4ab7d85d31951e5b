"use client";

import { useQuery } from "@tanstack/react-query";
import { DraftSelectField, DraftTextField } from "@/components/record-editor/draft-field";
import { BROADCAST_DESTINATIONS, type DestinationKind } from "@/lib/contract/app-config.values";
import type { BroadcastDestination } from "@/lib/contract/app-config-broadcasts";
import { LINK_LENGTH_MAX } from "@/lib/contract/content-entries.values";
import { selectOptions } from "@/lib/format";
import { broadcastTargetsQuery } from "@/lib/queries/broadcasts";
import { contentEntryRoutesOf } from "@/lib/queries/content-entries";
import { useAccess } from "@/lib/queries/rp";
import { BROADCAST_DESTINATION_LABELS } from "./broadcast-words";

type DestinationFieldProps = {
  value: BroadcastDestination;
  onChange: (destination: BroadcastDestination) => void;
  problem?: string;
  readOnly?: boolean;
};

/** Edits what a tap on the notification opens: a page of the app, a published content entry or a link. */
export function BroadcastDestinationField({ value, onChange, problem, readOnly }: DestinationFieldProps) {
  const { kind, target } = value;
  const fieldProps = { field: "destination.target", problem, readOnly };
  const set = (next: string) => onChange({ kind, target: next });
  return (
    <div className="space-y-3">
      <DraftSelectField
        field="destination.kind"
        label="A tap opens"
        value={kind}
        options={selectOptions(BROADCAST_DESTINATIONS, BROADCAST_DESTINATION_LABELS)}
        onChange={(next) => onChange({ kind: next as DestinationKind, target: "" })}
        readOnly={readOnly}
      />
      {kind === "link" && (
        <DraftTextField
          {...fieldProps}
          label="Web address"
          inputMode="url"
          placeholder="https://"
          value={target}
          onChange={set}
          max={LINK_LENGTH_MAX}
        />
      )}
      {kind === "announcement" && (
        <Picker {...fieldProps} kind="announcements" label="Announcement" value={target} onChange={set} />
      )}
      {kind === "article" && <Picker {...fieldProps} kind="culture" label="Article" value={target} onChange={set} />}
      {kind === "faq" && (
        <Picker {...fieldProps} kind="faq" label="Question" none="The whole FAQ" value={target} onChange={set} />
      )}
    </div>
  );
}

type TargetProps = {
  kind: "announcements" | "culture" | "faq";
  label: string;
  /**
   * Label of the option that opens a whole section instead of one entry, such as "The whole FAQ". Omitted if a target is required.
   */
  none?: string;
  field: string;
  value: string;
  onChange: (target: string) => void;
  problem?: string;
  readOnly?: boolean;
};

/** Lists all published entries of a kind by title. Admins without the right to read these entries enter an id. */
function Picker({ kind, label, none, value, onChange, ...fieldProps }: TargetProps) {
  const mayRead = useAccess(contentEntryRoutesOf(kind).entries);
  const { data, error } = useQuery({ ...broadcastTargetsQuery(kind), enabled: mayRead });
  if (!mayRead || (error && !data))
    return (
      <DraftTextField
        {...fieldProps}
        label={`${label} id`}
        hint={mayRead ? "The list couldn't be loaded. Enter the id." : "You can't read the list. Enter the id."}
        value={value}
        onChange={onChange}
        max={36}
      />
    );
  const options = (data ?? []).map(({ id, title }) => ({ value: id, label: title || "Untitled" }));
  const isDeleted = value !== "" && data !== undefined && !options.some((option) => option.value === value);
  return (
    <DraftSelectField
      {...fieldProps}
      label={label}
      value={value}
      options={isDeleted ? [...options, { value, label: "Not published now" }] : options}
      placeholder={none ?? (data ? "Choose one" : "Loading…")}
      onChange={onChange}
    />
  );
}
