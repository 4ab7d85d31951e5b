"use client";

import { useQueries, useQueryClient } from "@tanstack/react-query";
import { pagesOf, type ViewedDocument } from "@/components/common/document/document-pane";
import { DocumentViewer } from "@/components/common/document/document-viewer";
import type { ApplicationSingle } from "@/lib/contract/grant-applications";
import { formatDate } from "@/lib/format";
import {
  applicationDocumentQuery,
  applicationOriginal,
  applicationQuery,
  applicationThumbnailQuery,
} from "@/lib/queries/grant-applications";

type Document = ApplicationSingle["documents"][number];

const viewedOf = ({ id, label, content_type, width, height, pages, replaced_at }: Document): ViewedDocument => ({
  id,
  label: label || "Sent on request",
  contentType: content_type,
  width,
  height,
  pages,
  ...(replaced_at && { aside: { word: "Replaced", words: `Replaced on ${formatDate(replaced_at)}` } }),
});

/** The documents of an application, the replaced ones last. */
export function ApplicationDocuments({ application }: { application: Pick<ApplicationSingle, "id" | "documents"> }) {
  const { id: applicationId } = application;
  const documents = [...application.documents].sort((a, b) => Number(!!a.replaced_at) - Number(!!b.replaced_at));
  const client = useQueryClient();
  const queryOf = (documentId: string, page: number) => applicationDocumentQuery(applicationId, documentId, page);
  // A PDF that nobody has looked at yet has no small picture either.
  const pictures = documents.filter(({ width }) => width > 0);
  const small = useQueries({ queries: pictures.map(({ id }) => applicationThumbnailQuery(applicationId, id)) });
  const thumbnails = Object.fromEntries(
    pictures.flatMap(({ id }, at) => {
      const picture = small[at]?.data;
      return picture ? [[id, picture]] : [];
    }),
  );
  // What was looked at stays in memory while the application is on screen: asked again it is a second view.
  useQueries({ queries: pagesOf(documents).map(({ id, page }) => ({ ...queryOf(id, page), enabled: false })) });
  // A document is best compared with what it replaced, or with the first other one.
  const besideOf = (documentId: string) => {
    const of = documents.find(({ id }) => id === documentId);
    return documents.find(({ id, label }) => id !== documentId && label === of?.label)?.id;
  };
  return (
    <DocumentViewer
      documents={documents.map(viewedOf)}
      queryOf={queryOf}
      originalOf={(documentId) => applicationOriginal(applicationId, documentId)}
      onDrawn={() => client.invalidateQueries(applicationQuery(applicationId))}
      thumbnails={thumbnails}
      besideOf={besideOf}
    />
  );
}
