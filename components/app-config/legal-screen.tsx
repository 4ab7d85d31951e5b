"use client";

import { useSearchParams } from "next/navigation";
import { Suspense } from "react";
import { TabLinks } from "@/components/common/tab-links";
import { ContentEntryEditor } from "@/components/content-entry/content-entry-editor";
import type { ContentEntryFieldsProps } from "@/components/content-entry/content-entry-fields-props";
import { CONTENT_ENTRY_KIND_INFO } from "@/components/content-entry/content-entry-kinds";
import { TitleAndTextFields } from "@/components/content-entry/title-and-text";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { Skeleton } from "@/components/ui/skeleton";
import { LEGAL_CONTENT_ENTRY_IDS, type LegalKind } from "@/lib/contract/content-entries.values";
import { LegalTextVersions } from "./legal-current";
import { parseLegalView } from "./legal-words";

const LegalTextAcceptances = lazyWithPreload(() => import("./legal-acceptances"), "LegalTextAcceptances");

const DOCUMENT_NAMES = { terms: "terms", privacy: "privacy policy" } as const;

/** Renders the terms or the privacy policy: versions with the next draft, or users' acceptances. */
export function LegalTextScreen({ kind }: { kind: LegalKind }) {
  const url = CONTENT_ENTRY_KIND_INFO[kind].listUrl;
  const acceptances = `${url}?view=acceptances`;
  const isList = parseLegalView(useSearchParams().get("view")) === "acceptances";
  return (
    <>
      <TabLinks
        label={`Views of the ${DOCUMENT_NAMES[kind]}`}
        tabs={[
          { label: "Versions and draft", href: url },
          { label: "Acceptances", href: acceptances },
        ]}
        current={isList ? acceptances : url}
      />
      {isList ? (
        <Suspense fallback={<Skeleton className="h-96" />}>
          <LegalTextAcceptances kind={kind} />
        </Suspense>
      ) : (
        <div className="space-y-6">
          <LegalTextVersions kind={kind} />
          <section aria-label="Draft of the next version">
            <ContentEntryEditor
              kind={kind}
              entryId={LEGAL_CONTENT_ENTRY_IDS[kind]}
              words={{ one: DOCUMENT_NAMES[kind] }}
              fields={(props) => <TitleAndTextFields {...(props as ContentEntryFieldsProps<"terms">)} />}
            />
          </section>
        </div>
      )}
    </>
  );
}
