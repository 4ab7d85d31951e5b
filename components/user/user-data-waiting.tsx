"use client";

import { useQuery } from "@tanstack/react-query";
import { AwaitingApprovalNotice } from "@/components/common/awaiting-notice";
import { FactList } from "@/components/common/fact-list";
import type { CorrectableUserField } from "@/lib/contract/user.values";
import type { PendingCorrection, UserDataRequests } from "@/lib/contract/user-data";
import { useCancelApproval } from "@/lib/queries/approvals";
import { userDataRequestsQuery } from "@/lib/queries/user-data";

const NOBODY = "another admin who may approve in User Management";
const FIELD_LABELS: Record<CorrectableUserField, string> = {
  first_name: "First name",
  middle_name: "Middle name",
  last_name: "Last name",
  phone: "Phone",
  email: "Email",
};

/** Shows on every tab the requests about the citizen's data that await approval. */
export function PendingUserDataRequests({ userId }: { userId: string }) {
  const { data } = useQuery(userDataRequestsQuery(userId));
  if (!data?.correction && !data?.copy && !data?.erasure) return null;
  return (
    <div className="mb-5 space-y-3">
      {data.correction && <CorrectionWaiting correction={data.correction} />}
      {data.copy && <RequestWaiting label="Requested copy of all data" request={data.copy} />}
      {data.erasure && <RequestWaiting label="Requested erasure" request={data.erasure} />}
    </div>
  );
}

function RequestWaiting({ label, request }: { label: string; request: NonNullable<UserDataRequests["copy"]> }) {
  const withdrawal = useCancelApproval(request);
  return (
    <section aria-label={label}>
      <AwaitingApprovalNotice awaiting={request} nobody={NOBODY} {...withdrawal} />
      <p className="mt-2 text-sm text-muted">Reason: {request.reason}</p>
    </section>
  );
}

/** Shows a requested correction's old and new values, because the approval request contains no contact details. */
function CorrectionWaiting({ correction }: { correction: PendingCorrection }) {
  const withdrawal = useCancelApproval(correction);
  return (
    <section aria-label="Requested correction" className="space-y-2">
      <AwaitingApprovalNotice awaiting={correction} nobody={NOBODY} {...withdrawal} />
      <div className="rounded-md border border-border bg-surface p-3.5">
        <FactList
          facts={[
            ...correction.fields.map(
              ({ field, from, to }) => [FIELD_LABELS[field], `${from || "None"} → ${to || "None"}`] as const,
            ),
            ["Reason", correction.reason],
            correction.evidence !== "" && ["Evidence", correction.evidence],
          ]}
        />
      </div>
    </section>
  );
}
