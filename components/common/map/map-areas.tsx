import { LGAS, type Lga } from "@/lib/contract/kyc.values";

type AreasProps = { pathOf: (lga: Lga) => string; lga: Lga | null; edge: number };

/** Renders all LGAs without values and highlights one. */
export const MapAreas = ({ pathOf, lga, edge }: AreasProps) =>
  // The highlighted LGA comes last, so that its border is above those of its neighbours.
  LGAS.toSorted((a, b) => Number(a === lga) - Number(b === lga)).map((area) => (
    <path
      key={area}
      d={pathOf(area)}
      vectorEffect="non-scaling-stroke"
      strokeWidth={area === lga ? edge * 2 : edge}
      className={area === lga ? "fill-primary-soft stroke-primary" : "fill-surface stroke-control"}
    />
  ));
