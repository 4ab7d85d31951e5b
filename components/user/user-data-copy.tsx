"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { DateTime } from "@/components/common/date-time";
import { downloadExport } from "@/components/common/export/download";
import { ProgressBar } from "@/components/common/progress-bar";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { errorMessageOf } from "@/lib/client/api-error";
import type { ExportLink } from "@/lib/contract/exports";
import { routes } from "@/lib/contract/routes";
import type { UserDetails } from "@/lib/contract/user";
import { meQuery } from "@/lib/queries/auth";
import { queryKeyOf } from "@/lib/queries/keys";
import { useAccess, useMissingFeatures } from "@/lib/queries/rp";
import { dataCopyProgressQuery, downloadDataCopy, userDataRequestsQuery } from "@/lib/queries/user-data";
import { UserDataCard } from "./user-data-card";

/** Requests a copy of all data about a citizen, and downloads an approved copy. */
export function DataCopyCard({ user }: { user: UserDetails }) {
  const mayExport = useAccess(routes.user.exportData);
  return (
    <UserDataCard
      user={user}
      title="Copy of all data"
      text="A ZIP file with everything that is stored about this person, with documents and photos, for a citizen who asks for it."
      request="exportData"
      button="Request a copy"
      obstacle={({ copy }) => {
        if (!mayExport) return "You need the right “export” in User Management.";
        return copy ? "A request for a copy awaits approval." : null;
      }}
    >
      {() => <ReadyCopies userId={user.id} />}
    </UserDataCard>
  );
}

/** Lists approved data copies; only the admin who requested a copy can download it. */
function ReadyCopies({ userId }: { userId: string }) {
  const { data } = useQuery(userDataRequestsQuery(userId));
  const ownId = useQuery(meQuery()).data?.id;
  const [link, setLink] = useState<ExportLink | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isDone = useDownloadEnd(link);
  const missing = useMissingFeatures(routes.user.downloadData);
  const mayReveal = useAccess(routes.kyc.reveal);
  const download = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const createdLink = await downloadDataCopy(userId);
      setLink(createdLink);
      downloadExport(createdLink.token);
    } catch (error) {
      setProblem(errorMessageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const copies = data?.ready_copies ?? [];
  const own = copies.find(({ requested_by }) => requested_by.id === ownId);
  return (
    <>
      {copies.map((copy) => (
        <p key={copy.id}>
          Approved for {copy.requested_by.name} on <DateTime at={copy.approved_at} />. It can be downloaded once, until{" "}
          <DateTime at={copy.expires_at} />.
        </p>
      ))}
      {own && missing.length > 0 && (
        <p>To download it, you also need the right “read” in {missing.join(", ")}: the copy contains their data.</p>
      )}
      {own && !mayReveal && (
        <p>To download it, you also need the right “approve” in KYC Management: the copy contains identity numbers.</p>
      )}
      {own && mayReveal && missing.length === 0 && (!link || isDone) && (
        <Button variant="primary" busy={busy} onClick={download}>
          Download the copy
        </Button>
      )}
      {link && <DownloadProgress link={link} />}
      {problem && <Alert tone="danger">{problem}</Alert>}
    </>
  );
}

function DownloadProgress({ link }: { link: ExportLink }) {
  const { data } = useQuery(dataCopyProgressQuery(link.export_id));
  if (data?.state === "done") return <Alert>The copy was downloaded. It can't be downloaded again.</Alert>;
  if (data?.state === "broken_off")
    return <Alert tone="danger">The download stopped before its end. Download the copy again.</Alert>;
  return <ProgressBar label="Parts downloaded" value={data?.sent ?? 0} max={link.rows} />;
}

/** Returns true once the download has ended or broken off. Then refetches the data requests, because a copy can be downloaded only once. */
function useDownloadEnd(link: ExportLink | null): boolean {
  const client = useQueryClient();
  const { data } = useQuery(dataCopyProgressQuery(link?.export_id ?? null));
  const isDone = data?.state === "done" || data?.state === "broken_off";
  useEffect(() => {
    if (isDone) void client.invalidateQueries({ queryKey: queryKeyOf("User", "data-requests") });
  }, [client, isDone]);
  return isDone;
}
