"use client";

import { useQuery } from "@tanstack/react-query";
import type { Facet } from "@/components/common/table/facet";
import { SOURCE_LANGUAGE } from "@/lib/contract/content-entries.values";
import { publicLanguagesQuery } from "@/lib/queries/content-entries";

/** Returns the filter for content entries without a text in one of the app's languages. */
export function useMissingLanguageFacet(): Facet {
  const { data } = useQuery(publicLanguagesQuery());
  const others = (data?.items ?? []).filter(({ code }) => code !== SOURCE_LANGUAGE);
  return {
    kind: "choices",
    key: "missing",
    label: "Missing in",
    single: true,
    options: others.map(({ code, name }) => ({ value: code, label: name })),
  };
}
