"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { useController } from "react-hook-form";
import { FieldError } from "@/components/common/form/field";
import { useDebouncedValue } from "@/components/common/form/use-debounced";
import { LoadFailed } from "@/components/common/states";
import { Input } from "@/components/ui/input";
import type { TicketHolder } from "@/lib/contract/event-tickets";
import { cleanPastedLine } from "@/lib/contract/pasted.values";
import { ticketHoldersQuery } from "@/lib/queries/event-tickets";

/** Edits the form's `user_id`: the new holder of a ticket, found by name, phone or email. Does not offer the current holder. */
export function TicketHolderField({ currentHolderId }: { currentHolderId: string }) {
  const id = useId();
  const { field, fieldState } = useController({ name: "user_id" });
  const { value: selectedId, onChange } = field;
  const [text, setText] = useState("");
  // Keeps the chosen person visible when another search does not find that person.
  const [selected, setSelected] = useState<TicketHolder | null>(null);
  // Clears an id restored without a name after the session ended, because a transfer must show the recipient.
  useEffect(() => {
    if (selectedId && selected?.id !== selectedId) onChange("");
  }, [selectedId, selected, onChange]);
  const searchText = useDebouncedValue(cleanPastedLine(text));
  const isSearching = searchText.length > 1;
  const { data, error, isFetching, refetch } = useQuery({ ...ticketHoldersQuery(searchText), enabled: isSearching });
  const found = isSearching ? data?.filter((holder) => holder.id !== currentHolderId) : undefined;
  const isOutsideMatches = selected !== null && !found?.some((holder) => holder.id === selected.id);
  const options = [...(isOutsideMatches ? [selected] : []), ...(found ?? [])];
  const problem = fieldState.error && "Choose the new holder.";
  return (
    <fieldset className="space-y-1.5">
      <legend className="text-sm font-semibold">New holder</legend>
      <Input
        id={id}
        ref={field.ref}
        type="search"
        aria-label="Find the new holder"
        aria-describedby={problem ? "user_id-error" : undefined}
        placeholder="Name, phone or email"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        // Prevents Enter from submitting the form with an earlier choice.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      <div aria-live="polite" aria-busy={isFetching}>
        {error && isSearching && <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />}
        {found?.length === 0 && <p className="py-2 text-sm text-muted">No account matches. Try the phone number.</p>}
        {options.length > 0 && (
          <ul className="max-h-64 divide-y divide-border overflow-y-auto rounded-md border border-border">
            {options.map((holder) => (
              <li key={holder.id}>
                <label className="flex cursor-pointer items-center gap-3 px-3 py-2 hover:bg-sunken has-checked:bg-primary-soft">
                  <input
                    type="radio"
                    name="user_id"
                    value={holder.id}
                    checked={selectedId === holder.id}
                    onChange={() => {
                      setSelected(holder);
                      onChange(holder.id);
                    }}
                    className="size-4 accent-primary"
                  />
                  <span className="min-w-0">
                    <span className="block font-semibold">{holder.name}</span>
                    <span className="block text-sm text-muted">
                      {holder.phone} · {holder.lga}
                    </span>
                  </span>
                </label>
              </li>
            ))}
          </ul>
        )}
      </div>
      <FieldError id="user_id" error={problem} />
    </fieldset>
  );
}
