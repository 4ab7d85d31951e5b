"use client";

import { AmountFilterPanel } from "./amounts-panel";
import { ChoiceFilterPanel } from "./choices-panel";
import { DateFilterPanel } from "./days-panel";
import type { Facet, FilterPanelProps } from "./facet";
import { ExactTextFilterPanel } from "./text-panel";

/** Renders the panel of a filter. On/off filters have none. */
export function FacetPanel({ facet, ...props }: { facet: Exclude<Facet, { kind: "toggle" }> } & FilterPanelProps) {
  if (facet.kind === "own") return facet.panel(props);
  if (facet.kind === "days") return <DateFilterPanel facet={facet} {...props} />;
  if (facet.kind === "amounts") return <AmountFilterPanel facet={facet} {...props} />;
  if (facet.kind === "text") return <ExactTextFilterPanel facet={facet} {...props} />;
  return <ChoiceFilterPanel facet={facet} {...props} />;
}
