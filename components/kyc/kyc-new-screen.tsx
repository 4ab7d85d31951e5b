"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { FreeText } from "@/components/common/free-text";
import { PageHeader } from "@/components/common/page-header";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { deleteDraft, readDraft, registerFormForDrafts } from "@/lib/client/drafts";
import { kycRoutes } from "@/lib/contract/kyc.routes";
import type { KycApplicant } from "@/lib/contract/kyc.submission";
import { kycRequestQuery } from "@/lib/queries/kyc";
import { useAccess } from "@/lib/queries/rp";
import { KycApplicantPicker } from "./kyc-applicant-picker";
import { KycResubmissionForm, KycSubmissionForm } from "./kyc-submission-form";

const BREADCRUMBS = [{ label: "KYC Management", href: "/dashboard/kyc-management" }];
const APPLICANT_DRAFT = "kyc.submit:applicant";

/** Submits an identity request for a person at the counter: a first request, or one that was returned for correction. */
export function KycNewScreen({ kycId }: { kycId: string | null }) {
  const maySubmit = useAccess(kycRoutes.submit);
  if (!maySubmit)
    return (
      <>
        <PageHeader title="New request" breadcrumbs={BREADCRUMBS} />
        <Alert tone="info">You don't have the right to submit identity requests. Ask a full administrator.</Alert>
      </>
    );
  return kycId ? <Resubmission kycId={kycId} /> : <FirstSubmission />;
}

function FirstSubmission() {
  const [applicant, setApplicant] = useState<KycApplicant | null>(null);
  // Restores the chosen applicant after the session ended. The form restores its own draft.
  useEffect(() => {
    const storedDraft = readDraft(APPLICANT_DRAFT);
    if (storedDraft?.applicant) setApplicant(storedDraft.applicant as KycApplicant);
    deleteDraft(APPLICANT_DRAFT);
  }, []);
  useEffect(() => registerFormForDrafts(APPLICANT_DRAFT, () => ({ applicant })), [applicant]);
  const name = applicant && `${applicant.first_name} ${applicant.last_name}`;
  return (
    <>
      <PageHeader
        title="New request"
        breadcrumbs={BREADCRUMBS}
        description={name ? `For ${name}, ${applicant.phone}, tier ${applicant.tier}` : "Walk-in request."}
        actions={applicant && <Button onClick={() => setApplicant(null)}>Choose another person</Button>}
      />
      {applicant ? <KycSubmissionForm applicant={applicant} /> : <KycApplicantPicker onPick={setApplicant} />}
    </>
  );
}

function Resubmission({ kycId }: { kycId: string }) {
  const { data: request } = useQuery({ ...kycRequestQuery(kycId), throwOnError: (_, query) => !query.state.data });
  const isReturned = request?.state === "resubmission_requested";
  // Keeps an open form when another admin resubmits the request, so that typed values are not lost.
  const [isOpen, setOpen] = useState(isReturned);
  if (isReturned && !isOpen) setOpen(true);
  if (!request) return null;
  return (
    <>
      <PageHeader
        title="Upload resubmission"
        breadcrumbs={BREADCRUMBS}
        description={`${request.reference}, for ${request.name}`}
      />
      {isOpen ? (
        <>
          {request.decision?.message && (
            <div className="mb-5">
              <Alert tone="info" title="Why it was sent back">
                <FreeText as="p" lines>
                  {request.decision.message}
                </FreeText>
              </Alert>
            </div>
          )}
          <KycResubmissionForm request={request} />
        </>
      ) : (
        <Alert tone="info">This request was not sent back, so it can't be resubmitted.</Alert>
      )}
    </>
  );
}
