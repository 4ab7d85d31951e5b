"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useId, useState } from "react";
import { useDebouncedValue } from "@/components/common/form/use-debounced";
import { FreeText } from "@/components/common/free-text";
import { LoadFailed } from "@/components/common/states";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import type { KycApplicant } from "@/lib/contract/kyc.submission";
import { cleanPastedLine } from "@/lib/contract/pasted.values";
import { recordUrl } from "@/lib/contract/records";
import { userRoutes } from "@/lib/contract/user.routes";
import { titleCase } from "@/lib/format";
import { kycApplicantsQuery } from "@/lib/queries/kyc";
import { useAccess } from "@/lib/queries/rp";

/** Finds the applicant by name, phone or email. `?q=` fills in the search, for example after an account was created. */
export function KycApplicantPicker({ onPick }: { onPick: (applicant: KycApplicant) => void }) {
  const id = useId();
  const [text, setText] = useState(useSearchParams().get("q") ?? "");
  const q = useDebouncedValue(cleanPastedLine(text));
  const { data, error, isFetching, refetch } = useQuery({ ...kycApplicantsQuery(q), enabled: q.length > 1 });
  const matches = q.length > 1 ? data : undefined;
  const mayOpen = useAccess(userRoutes.create);
  return (
    <Card className="px-5 py-5">
      <label htmlFor={id} className="text-sm font-semibold">
        Whose request is it?
      </label>
      <Input
        id={id}
        type="search"
        className="mt-1.5 max-w-lg"
        placeholder="Name, phone or email"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="mt-4" aria-live="polite" aria-busy={isFetching}>
        {error && q.length > 1 && <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />}
        {!error && q.length > 1 && !matches && <Skeleton className="h-16 w-full rounded-lg" />}
        {matches?.length === 0 && (
          <p className="text-muted">
            No results. Check the spelling, or search by phone.
            {!mayOpen && " A person without an account needs one first. Ask a colleague who can create users."}
            {mayOpen && (
              <>
                {" "}
                A person without an account gets one with{" "}
                <Link
                  href="/dashboard/user-management/users?new=identity-request"
                  className="font-semibold text-primary underline"
                >
                  New user
                </Link>
                .
              </>
            )}
          </p>
        )}
        {matches && matches.length > 0 && (
          <ul className="divide-y divide-border">
            {matches.map((applicant) => (
              <ApplicantRow key={applicant.id} applicant={applicant} onPick={onPick} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

function ApplicantRow({ applicant, onPick }: { applicant: KycApplicant; onPick: (applicant: KycApplicant) => void }) {
  const { first_name, middle_name, last_name, phone, email, tier, status, lga, open } = applicant;
  const name = [first_name, middle_name, last_name].filter(Boolean).join(" ");
  const blockedReason =
    status === "suspended" || status === "closed" ? `Account ${status}` : tier >= 3 ? "On the highest tier" : null;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-semibold">{name}</p>
        <FreeText as="p" className="text-sm text-muted">
          {[phone, email, lga, `Tier ${tier}`].filter(Boolean).join(" · ")}
        </FreeText>
      </div>
      {open ? (
        <Link
          href={recordUrl("kyc", open.id)}
          className="rounded-sm font-semibold text-primary underline-offset-4 hover:underline"
        >
          {open.reference}: {titleCase(open.state).toLowerCase()}
        </Link>
      ) : blockedReason ? (
        <span className="text-sm text-muted">{blockedReason}</span>
      ) : (
        <Button onClick={() => onPick(applicant)} aria-label={`Choose ${name}`}>
          Choose
        </Button>
      )}
    </li>
  );
}
