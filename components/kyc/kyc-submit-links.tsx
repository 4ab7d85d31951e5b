"use client";

import { FileUp, Plus } from "lucide-react";
import { ButtonLink } from "@/components/ui/button-link";
import type { KycSingle } from "@/lib/contract/kyc";
import { kycRoutes } from "@/lib/contract/kyc.routes";
import { useMay } from "@/lib/queries/rp";

const NEW = "/dashboard/kyc-management/new";

/** Links to the form for a walk-in's request. */
export function KycNewLink() {
  return useMay(kycRoutes.submit) ? (
    <ButtonLink href={NEW}>
      <Plus aria-hidden="true" /> New request
    </ButtonLink>
  ) : null;
}

/** Links from a returned request to the form that submits it again. */
export function KycResubmitLink({ request }: { request: Pick<KycSingle, "id" | "state"> }) {
  const may = useMay(kycRoutes.resubmit);
  if (!may || request.state !== "resubmission_requested") return null;
  return (
    <ButtonLink href={`${NEW}?request=${request.id}`}>
      <FileUp aria-hidden="true" /> Upload resubmission
    </ButtonLink>
  );
}
