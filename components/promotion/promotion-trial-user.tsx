"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { FieldFrame } from "@/components/common/form/field";
import { useDebouncedValue } from "@/components/common/form/use-debounced";
import { LoadFailed } from "@/components/common/states";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { cleanPastedLine } from "@/lib/contract/pasted.values";
import { promotionPeopleQuery } from "@/lib/queries/promotion";

/** Citizen for whom a promotion is tried out. */
export type TrialUser = { id: string; name: string; phone: string };

type PromotionTrialUserProps = {
  user: TrialUser | null;
  onChange: (user: TrialUser | null) => void;
  problem?: string;
};

/** Chooses the citizen for a trial by name, phone or email. */
export function PromotionTrialUser({ user, onChange, problem }: PromotionTrialUserProps) {
  const id = useId();
  const [text, setText] = useState("");
  const searchText = useDebouncedValue(cleanPastedLine(text));
  const isSearching = !user && searchText.length > 1;
  const { data, error, isFetching, refetch } = useQuery({ ...promotionPeopleQuery(searchText), enabled: isSearching });
  const found = isSearching ? data : undefined;
  if (user)
    return (
      <div className="space-y-1.5">
        <p className="font-semibold text-sm">User</p>
        <p className="flex flex-wrap items-center gap-3">
          <span>
            {user.name} <span className="text-muted">{user.phone}</span>
          </span>
          <Button size="sm" onClick={() => onChange(null)}>
            Change
          </Button>
        </p>
      </div>
    );
  return (
    <div className="space-y-1.5">
      <FieldFrame id={id} label="User" error={problem}>
        <Input
          id={id}
          type="search"
          placeholder="Name, phone or email"
          autoComplete="off"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-error` : undefined}
          value={text}
          onChange={(event) => setText(event.target.value)}
          // Prevents Enter from submitting the form before a user is chosen.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
      </FieldFrame>
      <div aria-live="polite" aria-busy={isFetching}>
        {error && isSearching && <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />}
        {found?.length === 0 && <p className="py-2 text-muted text-sm">No account matches. Try the phone number.</p>}
        {found && found.length > 0 && (
          <ul className="max-h-64 divide-y divide-border overflow-y-auto rounded-md border border-border">
            {found.map((each) => (
              <li key={each.id}>
                <button
                  type="button"
                  className="w-full px-3 py-2 text-left hover:bg-sunken"
                  onClick={() => onChange({ id: each.id, name: each.name, phone: each.phone })}
                >
                  <span className="block font-semibold">{each.name}</span>
                  <span className="block text-muted text-sm">
                    {each.phone} · {each.lga}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
