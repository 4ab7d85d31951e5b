"use client";

import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import { LoadFailedCard } from "@/components/common/states";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { Skeleton } from "@/components/ui/skeleton";
import { deleteDraft, readDraft } from "@/lib/client/drafts";
import { routes } from "@/lib/contract/routes";
import type { UserSingle } from "@/lib/contract/user";
import { useAccess } from "@/lib/queries/rp";
import { userDataRequestsQuery } from "@/lib/queries/user-data";
import { DataCard } from "./data-card";
import { correctionDraftName } from "./user-actions";
import { DataCopyCard } from "./user-data-copy";
import { ErasureCard } from "./user-erasure";

const UserCorrectionDialog = lazyWithPreload(() => import("./user-correction-dialog"), "UserCorrectionDialog");

/** Renders what admins can do with a citizen's personal data. Every action needs the approval of another admin. */
export function UserData({ user }: { user: UserSingle }) {
  const { data, error, isFetching, refetch } = useQuery(userDataRequestsQuery(user.id));
  // Without the requests it is unknown which action is possible.
  if (!data && error) return <LoadFailedCard message={error.message} busy={isFetching} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-64 w-full" />;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <CorrectionCard user={user} />
      <DataCopyCard user={user} />
      <ErasureCard user={user} />
    </div>
  );
}

function CorrectionCard({ user }: { user: UserSingle }) {
  const mayCorrect = useAccess(routes.user.correct);
  const { data } = useQuery(userDataRequestsQuery(user.id));
  const [isOpen, setIsOpen] = useState(false);
  const draft = correctionDraftName(user.id);
  // Reopens the dialog whose input was saved when the session ended.
  useEffect(() => {
    if (readDraft(draft)) setIsOpen(true);
  }, [draft]);
  const close = () => {
    deleteDraft(draft);
    setIsOpen(false);
  };
  const obstacle =
    user.status === "closed"
      ? "The account is closed, so its details stay as they were."
      : data?.correction
        ? "A correction awaits approval."
        : !mayCorrect && "You need the right “update” in User Management.";
  return (
    <DataCard
      title="Correction"
      text="Change a wrong name, phone number or email address. Another admin compares the old and the new details and approves."
    >
      {obstacle ? (
        <p>{obstacle}</p>
      ) : (
        <Button
          onPointerEnter={UserCorrectionDialog.preload}
          onFocus={UserCorrectionDialog.preload}
          onClick={() => setIsOpen(true)}
        >
          Correct details
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <UserCorrectionDialog user={user} onClose={close} />
        </Suspense>
      )}
    </DataCard>
  );
}
