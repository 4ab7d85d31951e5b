"use client";

import { useQuery } from "@tanstack/react-query";
import type { Facet } from "@/components/common/table/facet";
import { SOURCE_LANGUAGE } from "@/lib/contract/entries.values";
import { entryLanguagesQuery } from "@/lib/queries/entries";

/** Returns the filter for entries without a text in one of the app's languages. */
export function useMissingLanguageFacet(): Facet {
  const { data } = useQuery(entryLanguagesQuery());
  const others = (data?.items ?? []).filter(({ code }) => code !== SOURCE_LANGUAGE);
  return {
    kind: "choices",
    key: "missing",
    label: "Missing in",
    single: true,
    options: others.map(({ code, name }) => ({ value: code, label: name })),
  };
}
