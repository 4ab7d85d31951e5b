"use client";

import { type UseQueryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, FileText, History } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/lib/client/toast";
import { DocumentStage } from "./document-stage";
import { useObjectUrl } from "./object-url";
import type { View } from "./pan-zoom";
import { LoadFailed } from "./states";

export type ViewedDocument = {
  id: string;
  label: string;
  contentType: string;
  width: number;
  height: number;
  /** Says that, and since when, another is in its place; absent for one that counts. */
  replaced?: string;
};
export type DocumentQuery = UseQueryOptions<Blob, Error, Blob, string[]>;

export const isCurrent = ({ replaced }: ViewedDocument) => !replaced;
export const isPicture = ({ contentType }: ViewedDocument) => contentType.startsWith("image/");

type Props = {
  document: ViewedDocument;
  query: DocumentQuery;
  view: View;
  onView: (change: (view: View) => View) => void;
  active: boolean;
  onActive: () => void;
};

/** One document: a picture on its stage, or what stands for a PDF. The bytes are asked for when it is first shown. */
export function DocumentPane({ document, query, ...stage }: Props) {
  if (!isPicture(document)) return <Paper document={document} query={query} />;
  return <Picture document={document} query={query} {...stage} />;
}

const UNDRAWABLE = "This picture did not arrive whole. Load it again; if it happens again, ask for a new one.";

function Picture({ document, query, ...stage }: Props) {
  const { data, error, isFetching, refetch } = useQuery(query);
  const url = useObjectUrl(data);
  // What came, if it can't be drawn: an answer that was cut short, say.
  const [broken, setBroken] = useState<Blob>();
  const problem = error?.message ?? (data && data === broken ? UNDRAWABLE : undefined);
  if (problem)
    return (
      <div className="flex-1 overflow-auto bg-sunken">
        <LoadFailed message={problem} busy={isFetching} onRetry={refetch} />
      </div>
    );
  if (!url)
    return (
      <div className="flex-1 bg-surface p-4">
        <Skeleton className="h-full w-full rounded-lg" />
      </div>
    );
  return (
    <DocumentStage src={url} label={document.label} picture={document} onBroken={() => setBroken(data)} {...stage}>
      {document.replaced && (
        <Badge tone="warning" className="absolute top-3 left-3 shadow-card">
          <History aria-hidden="true" /> {document.replaced}
        </Badge>
      )}
    </DocumentStage>
  );
}

/** A PDF can do more than show pages, so it is not opened in this page but handed over as a file. */
function Paper({ document, query }: Pick<Props, "document" | "query">) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      save(await client.fetchQuery(query), `${document.label}.pdf`);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : "The document could not be loaded. Try again.");
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-1 overflow-auto bg-sunken p-6 text-center">
      <FileText className="size-8 text-muted" aria-hidden="true" />
      <p className="mt-2 text-lg font-bold">{document.label} is a PDF</p>
      {document.replaced && <Badge tone="warning">{document.replaced}</Badge>}
      <p className="max-w-sm text-balance text-muted">
        It is not shown here: download it and open it in your PDF program. The download is put on record.
      </p>
      <Button className="mt-4" busy={busy} onClick={download}>
        {!busy && <Download aria-hidden="true" />} Download PDF
      </Button>
    </div>
  );
}

function save(blob: Blob, name: string) {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(window.document.createElement("a"), { href: url, download: name });
  link.click();
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 30_000);
}
