import { LGAS, type Lga } from "@/lib/contract/kyc.values";

type AreasProps = { pathOf: (lga: Lga) => string; lga: Lga | null; edge: number };

/** All LGAs without figures; the one that is meant stands out. */
export const MapAreas = ({ pathOf, lga, edge }: AreasProps) =>
  // The one that is meant last: its border lies above its neighbours'.
  LGAS.toSorted((a, b) => Number(a === lga) - Number(b === lga)).map((area) => (
    <path
      key={area}
      d={pathOf(area)}
      vectorEffect="non-scaling-stroke"
      strokeWidth={area === lga ? edge * 2 : edge}
      className={area === lga ? "fill-primary-soft stroke-primary" : "fill-surface stroke-control"}
    />
  ));
