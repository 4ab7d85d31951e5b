"use client";

import { useMutation } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Kbd } from "@/components/ui/kbd";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { useShortcuts } from "@/lib/client/shortcuts";
import { toast } from "@/lib/client/toast";
import type { KycDetails } from "@/lib/contract/kyc";
import { claimKycMutation, releaseKycMutation } from "@/lib/queries/kyc-review";
import { isOpenKycState } from "./kyc-badges";
import { useAssignKycRequests } from "./use-assign";
import type { NextKycRequest } from "./use-next-request";
import { useKycRequestOwnership } from "./use-ownership";

const KycReopenDialog = lazyWithPreload(() => import("./kyc-reopen-dialog"), "KycReopenDialog");
const KycRevokeDialog = lazyWithPreload(() => import("./kyc-revoke-dialog"), "KycRevokeDialog");

const showError = (error: Error) => void toast.error(error.message);

/** Renders the buttons to claim, release, assign, reopen, revoke and skip an identity request, and to open the next one. */
export function KycActions({ request, next }: { request: KycDetails; next: NextKycRequest }) {
  const { otherDecider, isClaimed } = useKycRequestOwnership(request);
  const open = isOpenKycState(request.state);
  const claim = useMutation(claimKycMutation());
  const release = useMutation(releaseKycMutation());
  const reassign = useAssignKycRequests();
  const [dialog, setDialog] = useState<"reopen" | "revoke" | null>(null);
  const claimRequest = () => claim.mutate(request.id, { onError: showError });
  const canClaim = open && !request.assignee && !otherDecider;
  const canSkip = canClaim && next.followingUrl !== null;
  useShortcuts("Cases", [
    ...(canClaim ? [{ key: "t", label: "Claim", run: claimRequest }] : []),
    ...(canSkip ? [{ key: "j", label: "Skip: open the next one without claiming", run: next.skip }] : []),
    { key: "n", label: "Next for me", run: next.next },
  ]);
  const close = () => setDialog(null);
  return (
    <>
      {canClaim && (
        <Button busy={claim.isPending} aria-keyshortcuts="t" onClick={claimRequest}>
          Claim <ShortcutKey>T</ShortcutKey>
        </Button>
      )}
      {isClaimed && (
        <Button busy={release.isPending} onClick={() => release.mutate(request.id, { onError: showError })}>
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
          disabled={otherDecider !== null}
          title={otherDecider ? `You entered this request, so ${otherDecider} has to reopen it.` : undefined}
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
          Skip <ShortcutKey>J</ShortcutKey>
        </ButtonLink>
      )}
      <Button variant={open ? "secondary" : "primary"} busy={next.busy} aria-keyshortcuts="n" onClick={next.next}>
        Next for me <ShortcutKey>N</ShortcutKey>
      </Button>
      {reassign.dialogs}
      <Suspense>
        {dialog === "reopen" && <KycReopenDialog request={request} onClose={close} />}
        {dialog === "revoke" && <KycRevokeDialog request={request} onClose={close} />}
      </Suspense>
    </>
  );
}

const ShortcutKey = ({ children }: { children: string }) => (
  <span className="max-md:hidden">
    <Kbd>{children}</Kbd>
  </span>
);
