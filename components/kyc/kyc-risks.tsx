"use client";

import { Flag } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { StatusBadge } from "@/components/common/status-badge";
import { Button } from "@/components/ui/button";
import type { KycDetails } from "@/lib/contract/kyc";
import { KYC_FLAG_WORDS } from "@/lib/contract/kyc.values";
import { recordUrl } from "@/lib/contract/records";
import { KycSamePhotoThumbnail } from "./kyc-other-photo";

type KycRisk = KycDetails["risks"][number];
type Match = KycRisk["requests"][number];

/** Lists the risk flags of an identity request: what each flag found, and the other requests that the flag refers to. */
export function KycRiskFlags({
  risks,
  onCompare,
}: Pick<KycDetails, "risks"> & { onCompare: (request: Match) => void }) {
  if (!risks.length) return null;
  return (
    <ul
      aria-label={risks.length === 1 ? "One risk flag" : `${risks.length} risk flags`}
      className="divide-y divide-warning/20 rounded-md bg-warning-soft text-sm font-medium text-warning"
    >
      {risks.map((risk) => (
        <li key={risk.flag} className="flex items-start gap-2 px-3 py-2">
          <Flag className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <div className="min-w-0 flex-1">
            <RiskItem risk={risk} onCompare={onCompare} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Shows a risk flag with the first request that it refers to; collapses the other requests. */
function RiskItem({ risk, onCompare }: { risk: KycRisk; onCompare: (request: Match) => void }) {
  const [first, ...others] = risk.requests;
  const [open, setOpen] = useState(false);
  const request = (matching: Match) => (
    <span key={matching.id} className="flex flex-wrap items-center gap-x-2 gap-y-0.5 font-normal text-foreground">
      <Link
        href={recordUrl("kyc", matching.id)}
        prefetch={false}
        className="rounded-sm font-semibold text-primary underline underline-offset-4"
      >
        {matching.reference}
      </Link>
      {matching.name} <StatusBadge status={matching.state} /> {matching.detail && <span>{matching.detail}</span>}
      {matching.photo && (
        <Button size="sm" onClick={() => onCompare(matching)} className="h-auto! p-1 pr-2">
          <KycSamePhotoThumbnail kycId={matching.id} documentId={matching.photo.id} name={matching.name} />
          Compare
        </Button>
      )}
    </span>
  );
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <span>
          {KYC_FLAG_WORDS[risk.flag]}
          {risk.detail && <span className="font-normal">: {risk.detail}</span>}
        </span>
        {first && request(first)}
      </span>
      {others.length > 0 && (
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary className="w-fit cursor-pointer rounded-sm font-normal">{others.length} more</summary>
          {/* Fetches the photos only when expanded, because every fetch is logged as a view. */}
          {open && <div className="mt-1 space-y-1">{others.map(request)}</div>}
        </details>
      )}
    </>
  );
}
