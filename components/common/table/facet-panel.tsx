"use client";

import { AmountsPanel } from "./amounts-panel";
import { ChoicesPanel } from "./choices-panel";
import { DaysPanel } from "./days-panel";
import type { Facet, PanelProps } from "./facet";
import { TextPanel } from "./text-panel";

/** Renders the panel of a filter. On/off filters have none. */
export function FacetPanel({ facet, ...props }: { facet: Exclude<Facet, { kind: "toggle" }> } & PanelProps) {
  if (facet.kind === "own") return facet.panel(props);
  if (facet.kind === "days") return <DaysPanel facet={facet} {...props} />;
  if (facet.kind === "amounts") return <AmountsPanel facet={facet} {...props} />;
  if (facet.kind === "text") return <TextPanel facet={facet} {...props} />;
  return <ChoicesPanel facet={facet} {...props} />;
}
