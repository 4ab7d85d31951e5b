import type { Metadata } from "next";
import { languageListParams, textFiltersOf } from "@/components/app-config/language-list-params";
import { LanguageScreen } from "@/components/app-config/language-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { parseListParams } from "@/lib/client/list-params";
import { languagesQuery, translationsQuery } from "@/lib/queries/languages";

export const metadata: Metadata = { title: "Language Configuration" };

export default async function LanguagePage({ searchParams }: PageProps<"/dashboard/app-config/language">) {
  await requireAccess("app-config");
  const filters = textFiltersOf(parseListParams(languageListParams, await searchParams));
  return (
    <PrefetchQueries queries={[languagesQuery(), translationsQuery(filters, 0)]}>
      <LanguageScreen />
    </PrefetchQueries>
  );
}
