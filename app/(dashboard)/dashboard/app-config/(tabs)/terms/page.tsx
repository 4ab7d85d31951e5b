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

export const metadata: Metadata = { title: "Terms & Condition" };

export default async function TermsPage({ searchParams }: PageProps<"/dashboard/app-config/terms">) {
  await requireAccess("app-config");
  const search = await searchParams;
  const queries =
    parseLegalView(search.view) === "acceptances"
      ? [legalAcceptancesQuery({ kind: "terms", ...toApiInput(await readListState(LEGAL_ACCEPTANCE_LIST, search)) })]
      : [contentEntryQuery("terms", LEGAL_CONTENT_ENTRY_IDS.terms), publicLanguagesQuery()];
  return (
    <PrefetchQueries queries={[legalAcceptanceStatsQuery("terms"), ...queries]}>
      <LegalTextScreen kind="terms" />
    </PrefetchQueries>
  );
}
