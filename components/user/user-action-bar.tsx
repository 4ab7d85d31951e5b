"use client";

import { Suspense, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { deleteDraft, readDraft } from "@/lib/client/drafts";
import { routes } from "@/lib/contract/routes";
import type { UserDetails } from "@/lib/contract/user";
import type { UserStatus } from "@/lib/contract/user.values";
import { useAccess } from "@/lib/queries/rp";
import { type UserAction, userActionDraftName } from "./user-actions";

const UserActionDialog = lazyWithPreload(() => import("./user-action-dialog"), "UserActionDialog");

const LABELS: Record<UserAction, string> = {
  restrict: "Restrict",
  lift: "Lift restriction",
  suspend: "Suspend",
  reactivate: "Reactivate",
  resetSessions: "Sign out of app",
  close: "Close account",
};

/** Actions on an account that are possible in each status, the mildest first. */
const ACTIONS_BY_STATUS: Record<UserStatus, readonly UserAction[]> = {
  active: ["resetSessions", "restrict", "suspend", "close"],
  restricted: ["resetSessions", "restrict", "lift", "close"],
  suspended: ["reactivate", "close"],
  closed: [],
};

/** Renders the buttons that change an account's status, if the admin has the right. */
export function UserActionBar({ user }: { user: UserDetails }) {
  const mayUpdate = useAccess(routes.user.suspend);
  const mayClose = useAccess(routes.user.close);
  const [open, setOpen] = useState<UserAction | null>(null);
  // Reopens the dialog whose input was saved when the session ended.
  useEffect(() => {
    const unfinished = (Object.keys(LABELS) as UserAction[]).find((action) =>
      readDraft(userActionDraftName(user.id, action)),
    );
    if (unfinished) setOpen(unfinished);
  }, [user.id]);
  const close = () => {
    if (open) deleteDraft(userActionDraftName(user.id, open));
    setOpen(null);
  };
  const actions = ACTIONS_BY_STATUS[user.status].filter((action) => (action === "close" ? mayClose : mayUpdate));
  return (
    <>
      {actions.map((action) => (
        <Button
          key={action}
          variant={action === "close" ? "danger" : "secondary"}
          onPointerEnter={UserActionDialog.preload}
          onFocus={UserActionDialog.preload}
          onClick={() => setOpen(action)}
        >
          {action === "restrict" && user.status === "restricted" ? "Change restriction" : LABELS[action]}
        </Button>
      ))}
      {open && (
        <Suspense>
          <UserActionDialog key={open} user={user} action={open} label={LABELS[open]} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
