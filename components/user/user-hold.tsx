"use client";

import { useQuery } from "@tanstack/react-query";
import { DateTime } from "@/components/common/date-time";
import { routes } from "@/lib/contract/routes";
import type { UserDetails } from "@/lib/contract/user";
import { useAccess } from "@/lib/queries/rp";
import { userDataRequestsQuery } from "@/lib/queries/user-data";
import { UserDataCard } from "./user-data-card";

/** Places or releases a hold, which prevents the erasure of a citizen's data. */
export function ErasureHoldCard({ user }: { user: UserDetails }) {
  const mayHold = useAccess(routes.user.placeHold);
  const isHeld = useQuery(userDataRequestsQuery(user.id)).data?.hold != null;
  return (
    <UserDataCard
      user={user}
      title="Hold"
      text="Prevents the erasure of the data, by request or by age, for an investigation or an order of a court."
      request={isHeld ? "releaseHold" : "placeHold"}
      button={isHeld ? "Release hold" : "Place hold"}
      obstacle={() => (mayHold ? null : "You need the right “delete” in User Management.")}
    >
      {({ hold }) =>
        hold ? (
          <p>
            Placed by {hold.placed_by.name} on <DateTime at={hold.placed_at} />: {hold.reason}
          </p>
        ) : (
          <p>There is no hold on the data.</p>
        )
      }
    </UserDataCard>
  );
}
