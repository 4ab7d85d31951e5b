"use client";

import { useMutation } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Kbd } from "@/components/ui/kbd";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { useShortcuts } from "@/lib/client/shortcuts";
import { toast } from "@/lib/client/toast";
import type { KycSingle } from "@/lib/contract/kyc";
import { claimKycMutation, releaseKycMutation } from "@/lib/queries/kyc-review";
import { isOpen } from "./kyc-badges";
import { useAssign } from "./use-assign";
import { useMine } from "./use-mine";
import type { NextCase } from "./use-next-case";

const KycReopenDialog = lazyWithPreload(() => import("./kyc-reopen-dialog"), "KycReopenDialog");
const KycRevokeDialog = lazyWithPreload(() => import("./kyc-revoke-dialog"), "KycRevokeDialog");

const failed = (error: Error) => void toast.error(error.message);

/** Renders the buttons to claim, release, assign, reopen, revoke and skip a request, and to open the next one. */
export function KycActions({ request, next }: { request: KycSingle; next: NextCase }) {
  const { left, isClaimed } = useMine(request);
  const open = isOpen(request.state);
  const claim = useMutation(claimKycMutation());
  const release = useMutation(releaseKycMutation());
  const reassign = useAssign();
  const [dialog, setDialog] = useState<"reopen" | "revoke" | null>(null);
  const takeOn = () => claim.mutate(request.id, { onError: failed });
  const canClaim = open && !request.assignee && !left;
  const canSkip = canClaim && next.followingUrl !== null;
  useShortcuts("Cases", [
    ...(canClaim ? [{ key: "t", label: "Claim", run: takeOn }] : []),
    ...(canSkip ? [{ key: "j", label: "Skip: open the next one without claiming", run: next.skip }] : []),
    { key: "n", label: "Next for me", run: next.next },
  ]);
  const close = () => setDialog(null);
  return (
    <>
      {canClaim && (
        <Button busy={claim.isPending} aria-keyshortcuts="t" onClick={takeOn}>
          Claim <Key>T</Key>
        </Button>
      )}
      {isClaimed && (
        <Button busy={release.isPending} onClick={() => release.mutate(request.id, { onError: failed })}>
          Release
        </Button>
      )}
      {open && (
        <Button
          onPointerEnter={reassign.preload}
          onFocus={reassign.preload}
          onClick={() => reassign.choose({ rows: [request] })}
        >
          {request.assignee ? "Reassign" : "Assign"}
        </Button>
      )}
      {request.state === "rejected" && (
        <Button
          disabled={left !== null}
          title={left ? `You entered this request, so ${left} has to reopen it.` : undefined}
          onPointerEnter={KycReopenDialog.preload}
          onFocus={KycReopenDialog.preload}
          onClick={() => setDialog("reopen")}
        >
          Reopen
        </Button>
      )}
      {request.state === "approved" && !request.awaiting && (
        <Button
          onPointerEnter={KycRevokeDialog.preload}
          onFocus={KycRevokeDialog.preload}
          onClick={() => setDialog("revoke")}
        >
          Revoke
        </Button>
      )}
      {canSkip && next.followingUrl && (
        <ButtonLink href={next.followingUrl} aria-keyshortcuts="j">
          Skip <Key>J</Key>
        </ButtonLink>
      )}
      <Button variant={open ? "secondary" : "primary"} busy={next.busy} aria-keyshortcuts="n" onClick={next.next}>
        Next for me <Key>N</Key>
      </Button>
      {reassign.dialogs}
      <Suspense>
        {dialog === "reopen" && <KycReopenDialog request={request} onClose={close} />}
        {dialog === "revoke" && <KycRevokeDialog request={request} onClose={close} />}
      </Suspense>
    </>
  );
}

const Key = ({ children }: { children: string }) => (
  <span className="max-md:hidden">
    <Kbd>{children}</Kbd>
  </span>
);
