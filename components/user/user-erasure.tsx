"use client";

import { DateTime } from "@/components/common/date-time";
import { routes } from "@/lib/contract/routes";
import type { UserDetails } from "@/lib/contract/user";
import { dataPartInSentence } from "@/lib/contract/user-data.values";
import { useAccess } from "@/lib/queries/rp";
import { UserDataCard } from "./user-data-card";

/** Shows which data an erasure deletes and which the law keeps, and requests the erasure. */
export function ErasureCard({ user }: { user: UserDetails }) {
  const mayErase = useAccess(routes.user.eraseData);
  return (
    <UserDataCard
      user={user}
      title="Erasure"
      text="Erase what no law requires to keep, for a citizen who asks for it. It can't be restored."
      request="eraseData"
      button="Request erasure"
      variant="danger"
      obstacle={({ erasure, erasure_plan: { obstacle, erased } }) => {
        if (obstacle) return obstacle;
        if (erasure) return "A request for an erasure awaits approval.";
        if (!mayErase) return "You need the right “delete” in User Management.";
        return erased.length ? null : "";
      }}
    >
      {({ erasure_plan: { erased, kept, last_erased_at } }) => (
        <>
          {last_erased_at && (
            <p>
              Erased on <DateTime at={last_erased_at} />.
            </p>
          )}
          <p>
            <span className="font-semibold">Erased:</span>{" "}
            {erased.length ? `${erased.map(dataPartInSentence).join("; ")}.` : "nothing is left that can be erased."}
          </p>
          <div>
            <p className="font-semibold">Kept:</p>
            <ul className="list-disc pl-5">
              {kept.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </div>
        </>
      )}
    </UserDataCard>
  );
}
