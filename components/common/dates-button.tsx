"use client";

import { useRouter } from "next/navigation";
import { FacetButton } from "./table/facet-button";

const DATES = { kind: "days", from: "from", to: "to", label: "Dates" } as const;

/** Chooses the days that a page is about. They go into its address, so the server reads them for the first HTML. */
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
