"use client";

import { useState } from "react";
import { DateRangeButton } from "@/components/common/dates-button";
import { AmountFilterPanel } from "@/components/common/table/amounts-panel";
import { ChoiceFilterPanel } from "@/components/common/table/choices-panel";
import { DateFilterPanel } from "@/components/common/table/days-panel";
import type { Facet, FilterPanelProps, FilterState } from "@/components/common/table/facet";
import { FacetButton } from "@/components/common/table/facet-button";
import { FilterChips } from "@/components/common/table/filter-chips";
import { MoreFiltersButton } from "@/components/common/table/more-filters";
import { ExactTextFilterPanel } from "@/components/common/table/text-panel";
import { Card } from "@/components/ui/card";
import { Popover } from "@/components/ui/popover";
import { LGAS } from "@/lib/contract/lgas.values";
import { GalleryExample, GallerySection, SideBySide } from "./section";

const STATE_FACET = {
  kind: "choices",
  key: "state",
  label: "State",
  options: ["Succeeded", "Pending", "Failed"].map((label) => ({ value: label.toLowerCase(), label })),
} satisfies Facet;
const LGA_FACET = {
  kind: "choices",
  key: "lga",
  label: "LGA",
  options: LGAS.map((lga) => ({ value: lga, label: lga })),
} satisfies Facet;
const SINGLE_FACET = { ...STATE_FACET, key: "one", label: "One state", single: true } satisfies Facet;
const DAYS_FACET = { kind: "days", from: "from", to: "to", label: "Dates" } satisfies Facet;
const AMOUNT_FACET = { kind: "amounts", min: "min", max: "max", label: "Amount" } satisfies Facet;
const REFERENCE_FACET = { kind: "text", key: "reference", label: "Reference", placeholder: "PSK-8F2K" } satisfies Facet;
const FLAG_FACET = { kind: "toggle", key: "disputed", label: "Disputed" } satisfies Facet;
const SAMPLE_FACETS: readonly Facet[] = [STATE_FACET, DAYS_FACET, AMOUNT_FACET, REFERENCE_FACET, FLAG_FACET];
const SAMPLE_FILTERS: FilterState = {
  state: "pending,failed",
  from: "2026-11-01",
  to: "2026-11-26",
  min: "5000",
  max: "25000",
  reference: "PSK-8F2K",
  disputed: "true",
};
const LINE_CLASS = "flex flex-wrap items-center gap-2";

export function FilterExamples() {
  const [filters, setFilters] = useState<FilterState>({ ...SAMPLE_FILTERS, lga: "Ikom", one: "pending" });
  const onChange: FilterPanelProps["onChange"] = (values) => setFilters((previous) => ({ ...previous, ...values }));
  const panel = { filters, onChange, onClose: () => {} };
  return (
    <GallerySection id="filters" title="Filters">
      <GalleryExample caption="Buttons, nothing set">
        <div className={LINE_CLASS}>
          {SAMPLE_FACETS.map((facet) => (
            <FacetButton key={facet.label} facet={facet} filters={{}} onChange={onChange} />
          ))}
          <MoreFiltersButton facets={SAMPLE_FACETS} filters={{}} onChange={onChange} />
        </div>
      </GalleryExample>
      <GalleryExample caption="Buttons, all set">
        <div className={LINE_CLASS}>
          {SAMPLE_FACETS.map((facet) => (
            <FacetButton key={facet.label} facet={facet} filters={SAMPLE_FILTERS} onChange={onChange} />
          ))}
          <MoreFiltersButton facets={SAMPLE_FACETS} filters={SAMPLE_FILTERS} onChange={onChange} />
        </div>
      </GalleryExample>
      <GalleryExample caption="What narrows the list">
        <FilterChips facets={SAMPLE_FACETS} filters={SAMPLE_FILTERS} onChange={onChange} onClear={() => {}} />
      </GalleryExample>
      <GalleryExample caption="The days that a page is about, and a button with a panel of its own">
        <div className={LINE_CLASS}>
          <DateRangeButton path="/components" from="2026-11-01" to="2026-11-26" />
          <Popover button="More actions" label="More actions">
            <p className="px-2.5 py-1">Here is what the button opens.</p>
          </Popover>
        </div>
      </GalleryExample>
      <SideBySide>
        <GalleryExample caption="Panel: several of these">
          <Card className="p-1.5">
            <ChoiceFilterPanel facet={STATE_FACET} {...panel} />
          </Card>
        </GalleryExample>
        <GalleryExample caption="Panel: one of these">
          <Card className="p-1.5">
            <ChoiceFilterPanel facet={SINGLE_FACET} {...panel} />
          </Card>
        </GalleryExample>
        <GalleryExample caption="Panel: days">
          <Card className="p-1.5">
            <DateFilterPanel facet={DAYS_FACET} {...panel} />
          </Card>
        </GalleryExample>
        <GalleryExample caption="Panel: many to find one in">
          <Card className="p-1.5">
            <ChoiceFilterPanel facet={LGA_FACET} {...panel} />
          </Card>
        </GalleryExample>
        <GalleryExample caption="Panel: amounts">
          <Card className="p-1.5">
            <AmountFilterPanel facet={AMOUNT_FACET} {...panel} />
          </Card>
        </GalleryExample>
        <GalleryExample caption="Panel: a text">
          <Card className="p-1.5">
            <ExactTextFilterPanel facet={REFERENCE_FACET} {...panel} />
          </Card>
        </GalleryExample>
      </SideBySide>
    </GallerySection>
  );
}
