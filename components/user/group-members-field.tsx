"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useId, useState } from "react";
import { useController } from "react-hook-form";
import { FieldError } from "@/components/common/form/field";
import { useDebouncedValue } from "@/components/common/form/use-debounced";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { cleanPastedLine } from "@/lib/contract/pasted.values";
import { USER_STATUSES } from "@/lib/contract/user.values";
import { userListQuery } from "@/lib/queries/user";
import { GroupMembersUpload } from "./group-members-upload";
import { formatUserCount } from "./user-words";

/** Called with the name of a file whose people are not added yet; with null if there is none. */
export type OnFileNotAddedYet = (file: string | null) => void;
type Person = { id: string; name: string; phone: string };

const MAX_RESULTS = 6;
/** Statuses of users who may join a group: all except closed. */
const NOT_CLOSED = USER_STATUSES.filter((status) => status !== "closed").join(",");

/** Chooses people to add to a group by search or from a file. An existing group also has people to remove. */
export function GroupMembersField({
  groupId,
  onUndecided: onUndecidedFile,
}: {
  groupId?: string;
  onUndecided: OnFileNotAddedYet;
}) {
  const add = usePeopleSet("add");
  return (
    <div className="space-y-4">
      <PeopleSearch
        label="Find people to add"
        verb="Add"
        chosen={add.ids}
        onChoose={(person) => add.set([...add.people, person])}
      />
      <GroupMembersUpload
        groupId={groupId}
        onAdd={(people) => add.set([...add.people, ...people])}
        onUndecided={onUndecidedFile}
      />
      <SelectedPeople title="Will be added" {...add} />
      {groupId && <RemovalField groupId={groupId} />}
    </div>
  );
}

/** Chooses members to remove from an existing group. */
function RemovalField({ groupId }: { groupId: string }) {
  const remove = usePeopleSet("remove");
  return (
    <>
      <PeopleSearch
        label="Remove members"
        verb="Remove"
        groupId={groupId}
        chosen={remove.ids}
        onChoose={(person) => remove.set([...remove.people, person])}
      />
      <SelectedPeople title="Will be removed" {...remove} />
    </>
  );
}

/** Manages a list of chosen people without duplicates. The form keeps the names too, so that the names survive the end of a session. */
function usePeopleSet(name: "add" | "remove") {
  const { field, fieldState } = useController({ name });
  const people: readonly Person[] = field.value ?? [];
  const setPeople = (next: readonly Person[]) => {
    const uniquePeople = new Map(next.map(({ id, name: personName, phone }) => [id, { id, name: personName, phone }]));
    field.onChange([...uniquePeople.values()]);
  };
  return { ids: people.map(({ id }) => id), people, set: setPeople, error: fieldState.error?.message };
}

type PeopleSearchProps = {
  label: string;
  verb: string;
  groupId?: string;
  chosen: readonly string[];
  onChoose: (person: Person) => void;
};

function PeopleSearch({ label, verb, groupId, chosen: selectedIds, onChoose }: PeopleSearchProps) {
  const id = useId();
  const [text, setText] = useState("");
  const searchText = useDebouncedValue(cleanPastedLine(text));
  const { data, error } = useQuery({
    ...userListQuery({ q: searchText, status: NOT_CLOSED, page: 0, size: 20, ...(groupId && { group: groupId }) }),
    enabled: searchText.length > 1,
  });
  const matchingUsers = searchText.length > 1 && data ? data.items.slice(0, MAX_RESULTS) : [];
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <Input
        id={id}
        type="search"
        autoComplete="off"
        placeholder="Name, phone, email or id"
        value={text}
        onChange={(event) => setText(event.target.value)}
        // Prevents Enter from submitting the form before a user is chosen.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      {searchText.length > 1 && (
        <div role="status" className="text-sm">
          {error && <p className="font-medium text-danger">{error.message}</p>}
          {data && matchingUsers.length === 0 && <p className="text-muted">Nobody matches.</p>}
          <ul className="divide-y divide-border rounded-md border border-border empty:hidden">
            {matchingUsers.map((user) => (
              <li key={user.id} className="flex items-center gap-3 px-3 py-1.5">
                <span className="min-w-0 flex-1 truncate">
                  <span className="font-semibold">{user.name}</span>{" "}
                  <span className="text-muted tabular-nums">{user.phone}</span>
                </span>
                <Button
                  size="sm"
                  disabled={selectedIds.includes(user.id)}
                  aria-label={`${verb} ${user.name}, ${user.phone}`}
                  onClick={() => onChoose(user)}
                >
                  {selectedIds.includes(user.id) ? "Chosen" : verb}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

const MAX_SHOWN = 30;

function SelectedPeople({ title, people, set: setPeople, error }: ReturnType<typeof usePeopleSet> & { title: string }) {
  if (people.length === 0) return null;
  return (
    <section aria-label={title} className="rounded-md bg-sunken px-3.5 py-2.5 text-sm">
      <p className="flex items-center font-semibold">
        {title}: {formatUserCount(people.length)}
        <Button variant="ghost" size="sm" className="ml-auto" onClick={() => setPeople([])}>
          Clear
        </Button>
      </p>
      <ul className="mt-1 flex max-h-32 flex-wrap gap-1.5 overflow-y-auto">
        {people.slice(0, MAX_SHOWN).map((person) => (
          <li key={person.id} className="flex items-center gap-1 rounded-full bg-surface py-0.5 pr-1 pl-2.5">
            {person.name}
            <Button
              variant="ghost"
              size="icon"
              className="size-6"
              aria-label={`Don't choose ${person.name}`}
              onClick={() => setPeople(people.filter(({ id }) => id !== person.id))}
            >
              <X aria-hidden="true" />
            </Button>
          </li>
        ))}
        {people.length > MAX_SHOWN && <li className="self-center text-muted">and {people.length - MAX_SHOWN} more</li>}
      </ul>
      <FieldError id={title} error={error} />
    </section>
  );
}
