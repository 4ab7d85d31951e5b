"use client";

import { Suspense, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { draftOf, forgetDraft } from "@/lib/client/drafts";
import { routes } from "@/lib/contract/routes";
import type { UserSingle } from "@/lib/contract/user";
import type { UserStatus } from "@/lib/contract/user.values";
import { useMay } from "@/lib/queries/rp";
import { draftName, type UserAction } from "./user-actions";

const UserActionDialog = lazyPart(() => import("./user-action-dialog"), "UserActionDialog");

const LABELS: Record<UserAction, string> = {
  restrict: "Restrict",
  lift: "Lift restriction",
  suspend: "Suspend",
  reactivate: "Reactivate",
  resetSessions: "Sign out of app",
  close: "Close account",
};

/** What can be done from each status, the mildest first. */
const ACTIONS: Record<UserStatus, readonly UserAction[]> = {
  active: ["resetSessions", "restrict", "suspend", "close"],
  restricted: ["resetSessions", "restrict", "lift", "close"],
  suspended: ["reactivate", "close"],
  closed: [],
};

/** The ways to change an account: absent without the right. */
export function UserActionBar({ user }: { user: UserSingle }) {
  const mayUpdate = useMay(routes.user.suspend);
  const mayClose = useMay(routes.user.close);
  const [open, setOpen] = useState<UserAction | null>(null);
  // Back after a session's end: the dialog with what was typed stands open again.
  useEffect(() => {
    const left = (Object.keys(LABELS) as UserAction[]).find((action) => draftOf(draftName(user.id, action)));
    if (left) setOpen(left);
  }, [user.id]);
  const close = () => {
    if (open) forgetDraft(draftName(user.id, open));
    setOpen(null);
  };
  const actions = ACTIONS[user.status].filter((action) => (action === "close" ? mayClose : mayUpdate));
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
