"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CopyableText } from "@/components/common/copyable-text";
import { HistoryCard } from "@/components/common/history/timeline";
import { PageHeader } from "@/components/common/page-header";
import { StatusBadge } from "@/components/common/status-badge";
import { focusDraftField } from "@/components/record-editor/draft-field";
import { RecordMissingFields } from "@/components/record-editor/missing-fields";
import type { ProgrammeDetails } from "@/lib/contract/grant";
import { programmeQuery } from "@/lib/queries/grant";
import { GRANTS_URL, PROGRAMMES_URL } from "./grant-urls";
import { MISSING_FIELDS_DOM_ID, ProgrammeActions } from "./programme-actions";
import { ProgrammeApplicationProgress } from "./programme-applications";
import { ProgrammeForm } from "./programme-form";
import { describeApplicationPeriod, describeAward } from "./programme-words";

/** Renders one grant programme: budget, applications, details and history. */
export function ProgrammeScreen({ programmeId }: { programmeId: string }) {
  const [isDeleted, setIsDeleted] = useState(false);
  const [isUnsaved, setIsUnsaved] = useState(false);
  const { data: programme } = useQuery({
    ...programmeQuery(programmeId),
    enabled: !isDeleted,
    throwOnError: (_, query) => !query.state.data,
  });
  if (!programme) return null;
  return (
    <>
      <PageHeader
        title={programme.name}
        breadcrumbs={[
          { label: "Grants", href: GRANTS_URL },
          { label: "Programmes", href: PROGRAMMES_URL },
        ]}
        badge={<StatusBadge status={programme.state} />}
        description={`${describeAward(programme)}. ${describeApplicationPeriod(programme)}`}
        actions={<ProgrammeActions programme={programme} unsaved={isUnsaved} onDelete={setIsDeleted} />}
      />
      {programme.state === "draft" && (
        <RecordMissingFields
          id={MISSING_FIELDS_DOM_ID}
          title="Before it can be opened"
          missing={programme.missing}
          onGoTo={focusDraftField}
        />
      )}
      {programme.state !== "draft" && <ProgrammeApplicationProgress programme={programme} />}
      {programme.publishes_awards && programme.state !== "draft" && <AwardsUrl programme={programme} />}
      <ProgrammeForm programme={programme} onDirty={setIsUnsaved} />
      <div className="mt-5">
        <HistoryCard title="Change log" entries={programme.timeline} />
      </div>
    </>
  );
}

function AwardsUrl({ programme }: { programme: ProgrammeDetails }) {
  const address = `/api/v1/public/grants/${programme.id}/awards`;
  return (
    <p className="mb-5 text-muted text-sm">
      Anyone can read the award list at{" "}
      <CopyableText value={address} what="the address of the award list">
        <code className="text-foreground">{address}</code>
      </CopyableText>
    </p>
  );
}
