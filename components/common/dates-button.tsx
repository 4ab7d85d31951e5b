"use client";

import { useRouter } from "next/navigation";
import { FacetButton } from "./table/facet-button";

const DATES_FACET = { kind: "days", from: "from", to: "to", label: "Dates" } as const;

type DateRangeButtonProps = {
  path: string;
  from?: string;
  to?: string;
  /** Other URL parameters of the page, which stay unchanged. */
  extra?: Readonly<Record<string, string>>;
};

/** Renders a button that selects the date range of a page. The URL stores the range, so the server renders the page with it. */
export function DateRangeButton({ path, from, to, extra = {} }: DateRangeButtonProps) {
  const router = useRouter();
  return (
    <FacetButton
      facet={DATES_FACET}
      filters={{ from, to }}
      onChange={(days) => {
        const parameters = Object.entries({ ...extra, ...days }).flatMap(([name, day]) => (day ? [[name, day]] : []));
        const queryString = new URLSearchParams(parameters).toString();
        router.push(path + (queryString && `?${queryString}`), { scroll: false });
      }}
    />
  );
}
