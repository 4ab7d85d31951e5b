"use client";

import type { DocumentPageQuery, ViewedDocument } from "@/components/common/document/document-pane";
import { DocumentViewer } from "@/components/common/document/document-viewer";
import { PreloadDocument } from "@/components/common/document/preload-document";
import { Card } from "@/components/ui/card";
import { GalleryExample, GallerySection } from "./section";

/** Draws a sample card without text, because the fonts of an SVG image depend on the machine. */
const CARD_SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 100" width="640" height="400"><rect width="160" height="100" rx="8" fill="#0a6650"/><circle cx="40" cy="50" r="22" fill="#8fe6c9"/><path d="M76 34h64M76 50h64M76 66h40" stroke="#fff" stroke-width="6"/></svg>`;
const cardBlob = () => new Blob([CARD_SVG], { type: "image/svg+xml" });
const THUMBNAIL = `data:image/svg+xml,${encodeURIComponent(CARD_SVG)}`;
const pictureInfo = { contentType: "image/png", width: 640, height: 400, pages: 1 };
const SAMPLE_DOCUMENTS: readonly ViewedDocument[] = [
  { ...pictureInfo, id: "front", label: "Front" },
  { ...pictureInfo, id: "letter", label: "Letter", contentType: "application/pdf", pages: 3 },
  { ...pictureInfo, id: "old", label: "Selfie", aside: { word: "replaced", words: "Selfie, replaced on 20 Nov 2026" } },
];

const documentQuery = (id: string, page: number): DocumentPageQuery => ({
  queryKey: ["sample document", id, String(page)],
  queryFn: async () => cardBlob(),
});
const brokenQuery = (id: string): DocumentPageQuery => ({
  queryKey: ["sample document", "broken", id],
  queryFn: () => Promise.reject(new Error("The file can't be reached. Try again.")),
  retry: false,
});
const endlessQuery = (id: string): DocumentPageQuery => ({
  queryKey: ["sample document", "endless", id],
  queryFn: () => new Promise<Blob>(() => {}),
});
const noComparison = () => undefined;

export const DocumentExamples = () => (
  <GallerySection id="documents" title="Documents">
    <GalleryExample caption="A picture; another one is a PDF, a third one was replaced">
      <Card className="pt-4">
        <PreloadDocument query={documentQuery("letter", 1)} />
        <DocumentViewer
          documents={SAMPLE_DOCUMENTS}
          queryOf={documentQuery}
          originalOf={async () => cardBlob()}
          thumbnails={{ front: THUMBNAIL, old: THUMBNAIL }}
          besideOf={noComparison}
          height="h-[26rem]"
        />
      </Card>
    </GalleryExample>
    <div className="grid gap-5 md:grid-cols-3">
      <GalleryExample caption="Can't be loaded">
        <Card className="pt-4">
          <DocumentViewer
            documents={SAMPLE_DOCUMENTS.slice(0, 1)}
            queryOf={brokenQuery}
            besideOf={noComparison}
            noun="Files"
            height="h-[26rem]"
          />
        </Card>
      </GalleryExample>
      <GalleryExample caption="Loading">
        <Card className="pt-4">
          <DocumentViewer
            documents={SAMPLE_DOCUMENTS.slice(0, 1)}
            queryOf={endlessQuery}
            besideOf={noComparison}
            noun="Photos"
            height="h-[26rem]"
          />
        </Card>
      </GalleryExample>
      <GalleryExample caption="None">
        <Card>
          <DocumentViewer documents={[]} queryOf={documentQuery} besideOf={noComparison} noun="Letters" />
        </Card>
      </GalleryExample>
    </div>
  </GallerySection>
);
