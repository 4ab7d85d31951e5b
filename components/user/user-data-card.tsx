"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { deleteDraft, readDraft } from "@/lib/client/drafts";
import type { UserDetails } from "@/lib/contract/user";
import type { UserDataRequests } from "@/lib/contract/user-data";
import { userDataRequestsQuery } from "@/lib/queries/user-data";
import { type CitizenDataRequest, dataRequestDraftName, userCorrectionDraftName } from "./user-actions";

const UserCorrectionDialog = lazyWithPreload(() => import("./user-correction-dialog"), "UserCorrectionDialog");
const UserDataReasonDialog = lazyWithPreload(() => import("./user-data-reason-dialog"), "UserDataReasonDialog");

type Props = {
  user: UserDetails;
  title: string;
  text: string;
  /** Kind of data request that the button's dialog sends. */
  request: CitizenDataRequest | "correct";
  button: string;
  variant?: "danger";
  /** Returns why the button is missing: null if the button is shown, "" if it is hidden without a reason. */
  obstacle: (requests: UserDataRequests) => string | null;
  children?: (requests: UserDataRequests) => ReactNode;
};

const draftNameOf = (userId: string, request: Props["request"]) =>
  request === "correct" ? userCorrectionDraftName(userId) : dataRequestDraftName(userId, request);

/** Renders one action on a citizen's data: an explanation, and a button that opens its dialog, or the reason why there is no button. */
export function UserDataCard({ user, title, text, request, button, variant, obstacle, children }: Props) {
  const { data } = useQuery(userDataRequestsQuery(user.id));
  // Keeps showing the data request that the admin opened. A refetch can replace `request`, such as after another admin placed a hold.
  const [opened, setOpened] = useState<Props["request"] | null>(null);
  const draft = draftNameOf(user.id, request);
  // Reopens the dialog whose input was saved when the session ended.
  useEffect(() => {
    if (readDraft(draft)) setOpened((current) => current ?? request);
  }, [draft, request]);
  const close = () => {
    if (opened) deleteDraft(draftNameOf(user.id, opened));
    setOpened(null);
  };
  if (!data) return null;
  const { preload } = request === "correct" ? UserCorrectionDialog : UserDataReasonDialog;
  const reason = obstacle(data);
  return (
    <Card>
      <CardHeader title={title} />
      <div className="space-y-3 px-5 pb-4 text-sm">
        <p className="text-muted">{text}</p>
        {children?.(data)}
        {reason && <p>{reason}</p>}
        {reason === null && (
          <Button variant={variant} onPointerEnter={preload} onFocus={preload} onClick={() => setOpened(request)}>
            {button}
          </Button>
        )}
        {opened && (
          <Suspense>
            {opened === "correct" ? (
              <UserCorrectionDialog user={user} onClose={close} />
            ) : (
              <UserDataReasonDialog user={user} request={opened} onClose={close} />
            )}
          </Suspense>
        )}
      </div>
    </Card>
  );
}
