"use client";

import { useRouter } from "next/navigation";
import { FacetButton } from "./table/facet-button";

const DATES = { kind: "days", from: "from", to: "to", label: "Dates" } as const;

/** Selects the date range of a page. Stored in the URL, so that the server renders the first HTML with it. */
export function DatesButton({ path, from, to }: { path: string; from?: string; to?: string }) {
  const router = useRouter();
  return (
    <FacetButton
      facet={DATES}
      filters={{ from, to }}
      onChange={(days) => {
        const said = Object.entries(days).flatMap(([name, day]) => (day ? [[name, day]] : []));
        const asked = new URLSearchParams(said).toString();
        router.push(path + (asked && `?${asked}`), { scroll: false });
      }}
    />
  );
}
