"use client";

import { FileUp, Plus } from "lucide-react";
import { ButtonLink } from "@/components/ui/button-link";
import type { KycDetails } from "@/lib/contract/kyc";
import { kycRoutes } from "@/lib/contract/kyc.routes";
import { useAccess } from "@/lib/queries/rp";

const NEW_REQUEST_URL = "/dashboard/kyc-management/new";

/** Links to the form that submits an identity request for a person at the counter. */
export function KycNewRequestLink() {
  return useAccess(kycRoutes.submit) ? (
    <ButtonLink href={NEW_REQUEST_URL}>
      <Plus aria-hidden="true" /> New request
    </ButtonLink>
  ) : null;
}

/** Links from a returned identity request to the form that submits it again. */
export function KycResubmitLink({ request }: { request: Pick<KycDetails, "id" | "state"> }) {
  const mayResubmit = useAccess(kycRoutes.resubmit);
  if (!mayResubmit || request.state !== "resubmission_requested") return null;
  return (
    <ButtonLink href={`${NEW_REQUEST_URL}?request=${request.id}`}>
      <FileUp aria-hidden="true" /> Upload resubmission
    </ButtonLink>
  );
}
