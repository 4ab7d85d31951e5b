import { LGAS, type Lga } from "@/lib/contract/lgas.values";

type AreasProps = { pathOf: (lga: Lga) => string; lga: Lga | null; edge: number };

/** Renders the outlines of all LGAs, without shades for values, and highlights one LGA. */
export const LgaAreas = ({ pathOf, lga, edge }: AreasProps) =>
  // Draws the highlighted LGA last, so that its border is above its neighbours' borders.
  LGAS.toSorted((a, b) => Number(a === lga) - Number(b === lga)).map((area) => (
    <path
      key={area}
      d={pathOf(area)}
      vectorEffect="non-scaling-stroke"
      strokeWidth={area === lga ? edge * 2 : edge}
      className={area === lga ? "fill-primary-soft stroke-primary" : "fill-surface stroke-control"}
    />
  ));
