"use client";

import { useQuery } from "@tanstack/react-query";
import { EntrySelect, EntryText } from "@/components/entry/entry-field";
import { DESTINATIONS, type DestinationKind } from "@/lib/contract/app-config.values";
import type { Destination } from "@/lib/contract/app-config-broadcasts";
import { LINK_MAX } from "@/lib/contract/entries.values";
import { optionsOf } from "@/lib/format";
import { targetsQuery } from "@/lib/queries/broadcasts";
import { entryRoutesOf } from "@/lib/queries/entries";
import { useMay } from "@/lib/queries/rp";
import { DESTINATION_LABELS } from "./broadcast-words";

type DestinationFieldProps = {
  value: Destination;
  onChange: (destination: Destination) => void;
  problem?: string;
  readOnly?: boolean;
};

/** Edits what a tap on the notification opens: a page of the app, a published entry or a link. */
export function BroadcastDestinationField({ value, onChange, problem, readOnly }: DestinationFieldProps) {
  const { kind, target } = value;
  const shared = { field: "destination.target", problem, readOnly };
  const set = (next: string) => onChange({ kind, target: next });
  return (
    <div className="space-y-3">
      <EntrySelect
        field="destination.kind"
        label="A tap opens"
        value={kind}
        options={optionsOf(DESTINATIONS, DESTINATION_LABELS)}
        onChange={(next) => onChange({ kind: next as DestinationKind, target: "" })}
        readOnly={readOnly}
      />
      {kind === "link" && (
        <EntryText
          {...shared}
          label="Web address"
          inputMode="url"
          placeholder="https://"
          value={target}
          onChange={set}
          max={LINK_MAX}
        />
      )}
      {kind === "announcement" && (
        <Target {...shared} kind="announcements" label="Announcement" value={target} onChange={set} />
      )}
      {kind === "article" && <Target {...shared} kind="culture" label="Article" value={target} onChange={set} />}
      {kind === "faq" && (
        <Target {...shared} kind="faq" label="Question" none="The whole FAQ" value={target} onChange={set} />
      )}
    </div>
  );
}

type TargetProps = {
  kind: "announcements" | "culture" | "faq";
  label: string;
  /** Option for no target; left out if a target is required. */
  none?: string;
  field: string;
  value: string;
  onChange: (target: string) => void;
  problem?: string;
  readOnly?: boolean;
};

/** Lists all published entries by title. Admins without the right to read them enter an id. */
function Target({ kind, label, none, value, onChange, ...shared }: TargetProps) {
  const may = useMay(entryRoutesOf(kind).entries);
  const { data, error } = useQuery({ ...targetsQuery(kind), enabled: may });
  if (!may || (error && !data))
    return (
      <EntryText
        {...shared}
        label={`${label} id`}
        hint={may ? "The list couldn't be loaded. Enter the id." : "You can't read the list. Enter the id."}
        value={value}
        onChange={onChange}
        max={36}
      />
    );
  const options = (data ?? []).map(({ id, title }) => ({ value: id, label: title || "Untitled" }));
  const isGone = value !== "" && data !== undefined && !options.some((option) => option.value === value);
  return (
    <EntrySelect
      {...shared}
      label={label}
      value={value}
      options={isGone ? [...options, { value, label: "Not published now" }] : options}
      placeholder={none ?? (data ? "Choose one" : "Loading…")}
      onChange={onChange}
    />
  );
}
