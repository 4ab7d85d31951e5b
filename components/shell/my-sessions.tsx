"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Monitor, Smartphone } from "lucide-react";
import { useState } from "react";
import { DateTime } from "@/components/common/date-time";
import { ConfirmDialog } from "@/components/common/form/confirm-dialog";
import { FreeText } from "@/components/common/free-text";
import { RelativeTime } from "@/components/common/relative-time";
import { LoadFailed } from "@/components/common/states";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import type { AdminSession } from "@/lib/contract/auth";
import { endOtherSessionsMutation, endSessionMutation, sessionsQuery } from "@/lib/queries/auth";
import { deviceName } from "./device-name";

/** Lists the admin's own sign-in sessions, with buttons to end them (docs/rules.md, Auth). */
export function MySessionsDialog({ onClose }: { onClose: () => void }) {
  const sessions = useQuery({ ...sessionsQuery(), staleTime: 0 });
  const endOthers = useMutation(endOtherSessionsMutation());
  const [isConfirming, setIsConfirming] = useState(false);
  const otherSessions = sessions.data?.items.filter((session) => !session.current) ?? [];
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="My sessions"
      description="Browsers that are signed in with your account. Ending a session signs its browser out immediately."
      footer={
        <>
          <ButtonLink href="/dashboard/account" onClick={onClose}>
            Password and keys
          </ButtonLink>
          <Button disabled={otherSessions.length === 0} onClick={() => setIsConfirming(true)}>
            End all others
          </Button>
        </>
      }
    >
      {sessions.data ? (
        <ul className="divide-y divide-border">
          {sessions.data.items.map((session) => (
            <SessionRow key={session.sessionId} session={session} />
          ))}
        </ul>
      ) : sessions.isError ? (
        <LoadFailed message={sessions.error.message} busy={sessions.isFetching} onRetry={() => sessions.refetch()} />
      ) : (
        <Skeleton className="h-14" />
      )}
      {isConfirming && (
        <ConfirmDialog
          open
          onOpenChange={setIsConfirming}
          title="End all other sessions?"
          consequence={`${otherSessions.length === 1 ? "One browser is" : `${otherSessions.length} browsers are`} signed out immediately, and unsaved input there is lost. This session continues.`}
          confirmLabel="End them"
          onConfirm={() => endOthers.mutateAsync()}
        />
      )}
    </Dialog>
  );
}

function SessionRow({ session }: { session: AdminSession }) {
  const end = useMutation(endSessionMutation());
  const name = deviceName(session.device);
  const Icon = /Android|iPhone|iPad/.test(name) ? Smartphone : Monitor;
  return (
    <li className="flex items-center gap-3.5 py-3">
      <Icon className="size-5 shrink-0 text-muted" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold">
          <span title={session.device}>{name}</span>
          {session.current && <Badge tone="success">This session</Badge>}
        </p>
        <p className="text-sm text-muted">
          <FreeText>{session.address}</FreeText> · used <RelativeTime at={session.last_used_at} />
        </p>
        <p className="text-sm text-muted">
          Signed in <DateTime at={session.signed_in_at} />
        </p>
      </div>
      {!session.current && (
        <Button size="sm" busy={end.isPending} onClick={() => end.mutate(session.sessionId)} aria-label={`End ${name}`}>
          End
        </Button>
      )}
    </li>
  );
}
