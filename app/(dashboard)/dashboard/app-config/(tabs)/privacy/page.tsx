import type { Metadata } from "next";
import { LegalTextScreen } from "@/components/app-config/legal-screen";
import { parseLegalView } from "@/components/app-config/legal-words";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { LEGAL_ACCEPTANCE_LIST } from "@/lib/contract/app-config.values";
import { LEGAL_CONTENT_ENTRY_IDS } from "@/lib/contract/content-entries.values";
import { legalAcceptanceStatsQuery, legalAcceptancesQuery } from "@/lib/queries/app-config";
import { contentEntryQuery, publicLanguagesQuery } from "@/lib/queries/content-entries";

export const metadata: Metadata = { title: "Privacy Policy" };

export default async function PrivacyPage({ searchParams }: PageProps<"/dashboard/app-config/privacy">) {
  await requireAccess("app-config");
  const search = await searchParams;
  const queries =
    parseLegalView(search.view) === "acceptances"
      ? [legalAcceptancesQuery({ kind: "privacy", ...toApiInput(await readListState(LEGAL_ACCEPTANCE_LIST, search)) })]
      : [contentEntryQuery("privacy", LEGAL_CONTENT_ENTRY_IDS.privacy), publicLanguagesQuery()];
  return (
    <PrefetchQueries queries={[legalAcceptanceStatsQuery("privacy"), ...queries]}>
      <LegalTextScreen kind="privacy" />
    </PrefetchQueries>
  );
}
