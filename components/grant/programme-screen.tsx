"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Copied } from "@/components/common/copied";
import { HistoryCard } from "@/components/common/history/timeline";
import { PageHeader } from "@/components/common/page-header";
import { StatusBadge } from "@/components/common/status-badge";
import { goToField } from "@/components/entry/entry-field";
import { RecordMissing } from "@/components/entry/entry-missing";
import type { ProgrammeSingle } from "@/lib/contract/grant";
import { programmeQuery } from "@/lib/queries/grant";
import { GRANTS_URL, PROGRAMMES_URL } from "./grant-urls";
import { MISSING_ID, ProgrammeActions } from "./programme-actions";
import { ProgrammeProgress } from "./programme-applications";
import { ProgrammeForm } from "./programme-form";
import { awardWords, windowWords } from "./programme-words";

/** Renders one programme: budget, applications, details and history. */
export function ProgrammeScreen({ programmeId }: { programmeId: string }) {
  const [gone, setGone] = useState(false);
  const [unsaved, setUnsaved] = useState(false);
  const { data: programme } = useQuery({
    ...programmeQuery(programmeId),
    enabled: !gone,
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
        description={`${awardWords(programme)}. ${windowWords(programme)}`}
        actions={<ProgrammeActions programme={programme} unsaved={unsaved} onDelete={setGone} />}
      />
      {programme.state === "draft" && (
        <RecordMissing id={MISSING_ID} title="Before it can be opened" missing={programme.missing} onGoTo={goToField} />
      )}
      {programme.state !== "draft" && <ProgrammeProgress programme={programme} />}
      {programme.publishes_awards && programme.state !== "draft" && <AwardsAddress programme={programme} />}
      <ProgrammeForm programme={programme} onDirty={setUnsaved} />
      <div className="mt-5">
        <HistoryCard title="Change log" entries={programme.timeline} />
      </div>
    </>
  );
}

/** Shows the public URL of the award list. */
function AwardsAddress({ programme }: { programme: ProgrammeSingle }) {
  const address = `/api/v1/public/grants/${programme.id}/awards`;
  return (
    <p className="mb-5 text-muted text-sm">
      Anyone can read the award list at{" "}
      <Copied value={address} what="the address of the award list">
        <code className="text-foreground">{address}</code>
      </Copied>
    </p>
  );
}
