"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { lazyPart } from "@/components/ui/lazy-part";
import { useShortcuts } from "@/lib/client/shortcuts";
import { toast } from "@/lib/client/toast";
import type { KycSingle } from "@/lib/contract/kyc";
import { kycRoutes } from "@/lib/contract/kyc.routes";
import { meQuery } from "@/lib/queries/auth";
import { claimKycMutation, releaseKycMutation } from "@/lib/queries/kyc-review";
import { useMay } from "@/lib/queries/rp";
import { isOpen } from "./kyc-badges";
import { KycDecisionBar } from "./kyc-decision-bar";
import { useNextCase } from "./use-next-case";

const KycReopenDialog = lazyPart(() => import("./kyc-reopen-dialog"), "KycReopenDialog");
const KycRevokeDialog = lazyPart(() => import("./kyc-revoke-dialog"), "KycRevokeDialog");

const failed = (error: Error) => void toast.error(error.message);

/** Whether I may work on this request: nobody else has it, it waits, and I did not enter it for somebody. */
export function useIsMine(request: KycSingle): boolean {
  const { data: me } = useQuery(meQuery());
  const isLeft = useIsLeft(request);
  return isOpen(request.state) && (!request.assignee || request.assignee.id === me?.id) && !isLeft;
}

/** Whether I entered it at the counter, and somebody else decides it. */
function useIsLeft({ entered }: KycSingle): boolean {
  const { data: me } = useQuery(meQuery());
  return Boolean(entered?.others) && entered?.by.id === me?.id;
}

/**
 * What can be done with a request in its state: absent without the right, disabled with the reason while somebody else
 * reviews it (docs/rules.md: only the assignee decides).
 */
export function KycActions({ request }: { request: KycSingle }) {
  const may = useMay(kycRoutes.decide);
  const isMine = useIsMine(request);
  const isLeft = useIsLeft(request);
  const me = useQuery(meQuery()).data?.id;
  const open = isOpen(request.state);
  const claim = useMutation(claimKycMutation());
  const release = useMutation(releaseKycMutation());
  const { next, busy } = useNextCase(request.id);
  const [dialog, setDialog] = useState<"reopen" | "revoke" | null>(null);
  const takeOn = () => claim.mutate(request.id, { onError: failed });
  const canClaim = may && open && !request.assignee && !isLeft;
  useShortcuts("Cases", [
    ...(canClaim ? [{ key: "t", label: "Claim", run: takeOn }] : []),
    ...(may ? [{ key: "n", label: "Next for me", run: next }] : []),
  ]);
  if (!may) return null;
  const close = () => setDialog(null);
  return (
    <>
      {open && !isMine && (
        <p className="text-sm text-muted" id="kyc-not-mine">
          {isLeft
            ? `You entered this request, so ${request.entered?.others} has to decide it.`
            : `${request.assignee?.name} is reviewing this request; only they can decide it.`}
        </p>
      )}
      {canClaim && (
        <Keyed letter="T" busy={claim.isPending} onClick={takeOn}>
          Claim
        </Keyed>
      )}
      {open && request.assignee?.id === me && me && (
        <Button busy={release.isPending} onClick={() => release.mutate(request.id, { onError: failed })}>
          Release
        </Button>
      )}
      <KycDecisionBar request={request} enabled={isMine} shut={shutWords(request)} />
      {request.state === "rejected" && (
        <Button
          disabled={isLeft}
          title={isLeft ? `You entered this request, so ${request.entered?.others} has to reopen it.` : undefined}
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
      <Keyed letter="N" variant={open ? "secondary" : "primary"} busy={busy} onClick={next}>
        Next for me
      </Keyed>
      <Suspense>
        {dialog === "reopen" && <KycReopenDialog request={request} onClose={close} />}
        {dialog === "revoke" && <KycRevokeDialog request={request} onClose={close} />}
      </Suspense>
    </>
  );
}

/** Why an approval is refused whatever the checklist says. */
const shutWords = ({ account: { status } }: KycSingle) =>
  status === "suspended"
    ? "The account is suspended: have that lifted before you approve, or reject."
    : status === "closed"
      ? "The account is closed for good, so this can't be approved. Reject it."
      : null;

type KeyedProps = {
  letter: string;
  variant?: "primary" | "secondary";
  busy: boolean;
  onClick: () => void;
  children: string;
};

/** A button with its key. */
function Keyed({ letter, variant, busy, onClick, children }: KeyedProps) {
  return (
    <Button variant={variant} busy={busy} aria-keyshortcuts={letter.toLowerCase()} onClick={onClick}>
      {children}
      <span className="max-md:hidden">
        <Kbd>{letter}</Kbd>
      </span>
    </Button>
  );
}
