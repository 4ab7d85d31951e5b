"use client";

import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { DateTime } from "@/components/common/date-time";
import { FreeText } from "@/components/common/free-text";
import { LoadFailed } from "@/components/common/states";
import { StatusBadge } from "@/components/common/status-badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { Skeleton } from "@/components/ui/skeleton";
import { deleteDraft } from "@/lib/client/drafts";
import { useReopenDraft } from "@/lib/client/use-reopen-draft";
import type { ApplicationDetails, GrantDuplicates } from "@/lib/contract/grant-applications";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { adminLabel } from "@/lib/format";
import { applicationDuplicatesQuery } from "@/lib/queries/grant-applications";
import { useAccess } from "@/lib/queries/rp";

import { applicationStateLabel, duplicateLabel } from "./grant-words";

const ClearDuplicatesDialog = lazyWithPreload(() => import("./duplicate-clear-dialog"), "ClearDuplicatesDialog");

/**
 * Lists other applications that may be of the same person. Once an admin has cleared them, shows the reason why the applicants
 * differ.
 */
export function ApplicationDuplicatesPanel({ application }: { application: ApplicationDetails }) {
  const { data, error, isFetching, refetch } = useQuery(applicationDuplicatesQuery(application.id));
  return (
    <Card>
      <CardHeader
        title="Duplicates"
        description="Other applications with the same identity number, phone, account, photo or device."
        actions={data && <ClearButton application={application} duplicates={data} />}
      />
      <div className="space-y-4 px-5 pb-5 text-sm">
        {data ? (
          <DuplicateList duplicates={data} />
        ) : error ? (
          <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />
        ) : (
          <Skeleton className="h-16" />
        )}
      </div>
    </Card>
  );
}

function DuplicateList({ duplicates: { items, cleared } }: { duplicates: GrantDuplicates }) {
  return (
    <>
      {cleared && (
        <div>
          <p className="font-semibold">Not the same person</p>
          <FreeText as="p" lines>
            {cleared.reason}
          </FreeText>
          <p className="text-muted">
            {adminLabel(cleared.by)} · <DateTime at={cleared.at} />
          </p>
        </div>
      )}
      {items.length === 0 && <p className="text-muted">No duplicates found.</p>}
      {items.map(({ kind, detail, applications }) => (
        <div key={kind}>
          <h3 className={`font-semibold ${cleared ? "" : "text-danger"}`}>{duplicateLabel(kind)}</h3>
          <p>{detail}</p>
          <ul className="mt-1.5 divide-y divide-border rounded-md border border-border">
            {applications.map(({ id, reference, applicant, programme, state }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
                <HoverLink
                  href={recordUrl("grant_application", id)}
                  className="rounded-sm font-semibold text-primary hover:underline"
                >
                  {reference}
                </HoverLink>
                <FreeText>
                  {applicant.name}, {programme.name}
                </FreeText>
                <span className="ml-auto">
                  <StatusBadge status={state} label={applicationStateLabel(state)} />
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}

type ClearButtonProps = { application: ApplicationDetails; duplicates: GrantDuplicates };

function ClearButton({ application, duplicates }: ClearButtonProps) {
  const mayClear = useAccess(routes.grant.clearDuplicates);
  const [isOpen, setOpen] = useState(false);
  const draft = `grant.clearDuplicates:${application.id}`;
  useReopenDraft(draft, () => setOpen(true));
  const { state, my_conflict: conflict } = application;
  const isDecided = state === "disbursed" || state === "rejected";
  const canClear = mayClear && !isDecided && !conflict && duplicates.items.length > 0 && !duplicates.cleared;
  if (!canClear && !isOpen) return null;
  return (
    <>
      <Button
        size="sm"
        onPointerEnter={ClearDuplicatesDialog.preload}
        onFocus={ClearDuplicatesDialog.preload}
        onClick={() => setOpen(true)}
      >
        Not the same person
      </Button>
      {isOpen && (
        <Suspense>
          <ClearDuplicatesDialog
            application={application}
            duplicates={duplicates}
            draft={draft}
            onClose={() => {
              deleteDraft(draft);
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
