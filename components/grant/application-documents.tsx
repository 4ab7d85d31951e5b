"use client";

import { useQueries, useQueryClient } from "@tanstack/react-query";
import { listDocumentPages, type ViewedDocument } from "@/components/common/document/document-pane";
import { DocumentViewer } from "@/components/common/document/document-viewer";
import type { ApplicationDetails } from "@/lib/contract/grant-applications";
import { formatDate } from "@/lib/format";
import {
  applicationDocumentQuery,
  applicationQuery,
  applicationThumbnailQuery,
  fetchApplicationOriginal,
} from "@/lib/queries/grant-applications";

type Document = ApplicationDetails["documents"][number];

const toViewedDoc = ({ id, label, content_type, width, height, pages, replaced_at }: Document): ViewedDocument => ({
  id,
  label: label || "Sent on request",
  contentType: content_type,
  width,
  height,
  pages,
  ...(replaced_at && { aside: { word: "Replaced", words: `Replaced on ${formatDate(replaced_at)}` } }),
});

/** Shows the documents of a grant application, replaced documents last. */
export function ApplicationDocuments({ application }: { application: Pick<ApplicationDetails, "id" | "documents"> }) {
  const { id: applicationId } = application;
  const documents = [...application.documents].sort((a, b) => Number(!!a.replaced_at) - Number(!!b.replaced_at));
  const client = useQueryClient();
  const documentQuery = (documentId: string, page: number) => applicationDocumentQuery(applicationId, documentId, page);
  // Omits PDFs that no admin has opened, because their thumbnail and size are not known yet.
  const withThumbnails = documents.filter(({ width }) => width > 0);
  const small = useQueries({ queries: withThumbnails.map(({ id }) => applicationThumbnailQuery(applicationId, id)) });
  const thumbnails = Object.fromEntries(
    withThumbnails.flatMap(({ id }, index) => {
      const thumbnail = small[index]?.data;
      return thumbnail ? [[id, thumbnail]] : [];
    }),
  );
  // Keeps viewed pages in the cache while the application is open, because the API logs every fetch as a view.
  useQueries({
    queries: listDocumentPages(documents).map(({ id, page }) => ({ ...documentQuery(id, page), enabled: false })),
  });
  // Finds another version of a document to compare it with, if there is one.
  const comparedIdOf = (documentId: string) => {
    const current = documents.find(({ id }) => id === documentId);
    return documents.find(({ id, label }) => id !== documentId && label === current?.label)?.id;
  };
  return (
    <DocumentViewer
      documents={documents.map(toViewedDoc)}
      queryOf={documentQuery}
      originalOf={(documentId) => fetchApplicationOriginal(applicationId, documentId)}
      onDrawn={() => client.invalidateQueries(applicationQuery(applicationId))}
      thumbnails={thumbnails}
      besideOf={comparedIdOf}
    />
  );
}
