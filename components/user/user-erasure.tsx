"use client";

import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import { DateTime } from "@/components/common/date-time";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { deleteDraft, readDraft } from "@/lib/client/drafts";
import { routes } from "@/lib/contract/routes";
import type { UserSingle } from "@/lib/contract/user";
import { partInSentence } from "@/lib/contract/user-data.values";
import { useAccess } from "@/lib/queries/rp";
import { userDataRequestsQuery } from "@/lib/queries/user-data";
import { DataCard } from "./data-card";
import { erasureDraftName } from "./user-actions";

const UserErasureDialog = lazyWithPreload(() => import("./user-erasure-dialog"), "UserErasureDialog");

/** Shows what an erasure erases and what the law keeps, and requests it. */
export function ErasureCard({ user }: { user: UserSingle }) {
  const mayErase = useAccess(routes.user.eraseData);
  const { data } = useQuery(userDataRequestsQuery(user.id));
  const [isOpen, setIsOpen] = useState(false);
  const draft = erasureDraftName(user.id);
  // Reopens the dialog whose input was saved when the session ended.
  useEffect(() => {
    if (readDraft(draft)) setIsOpen(true);
  }, [draft]);
  const close = () => {
    deleteDraft(draft);
    setIsOpen(false);
  };
  if (!data) return null;
  const { erased, kept, obstacle, last_erased_at } = data.erasure_plan;
  const reason =
    obstacle ??
    (data.erasure
      ? "A request for an erasure awaits approval."
      : mayErase
        ? null
        : "You need the right “delete” in User Management.");
  return (
    <DataCard
      title="Erasure"
      text="Erase what no law requires to keep, for a citizen who asks for it. It can't be restored."
    >
      {last_erased_at && (
        <p>
          Erased on <DateTime at={last_erased_at} />.
        </p>
      )}
      <p>
        <span className="font-semibold">Erased:</span>{" "}
        {erased.length ? `${erased.map(partInSentence).join("; ")}.` : "nothing is left that can be erased."}
      </p>
      <div>
        <p className="font-semibold">Kept:</p>
        <ul className="list-disc pl-5">
          {kept.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </div>
      {reason && <p>{reason}</p>}
      {!reason && erased.length > 0 && (
        <Button
          variant="danger"
          onPointerEnter={UserErasureDialog.preload}
          onFocus={UserErasureDialog.preload}
          onClick={() => setIsOpen(true)}
        >
          Request erasure
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <UserErasureDialog user={user} onClose={close} />
        </Suspense>
      )}
    </DataCard>
  );
}
