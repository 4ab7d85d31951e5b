import "server-only";
import { lgaAt } from "@/lib/contract/lga.values";
import type { Lga } from "@/lib/contract/lgas.values";
import { type GeoPoint, kilometresBetween } from "@/lib/contract/place.values";
import { assertDefined, type SeedRandom } from "@/lib/server/db/seed/random";

/** A location as named in a report: a street, its town, and a landmark. */
export type ReportPlace = GeoPoint & { lga: Lga; street: string; town: string; mark: string };

type StreetList = readonly (readonly [street: string, lat: number, lng: number, mark: string])[];

/** Streets of the capital, each with its approximate position. */
const CALABAR_STREETS: StreetList = [
  ["Marian Road", 4.975, 8.3375, "Marian Market"],
  ["Etta Agbor Road", 4.9642, 8.3405, "the UNICAL gate"],
  ["MCC Road", 4.981, 8.3331, "the MCC junction"],
  ["Ndidem Usang Iso Road", 4.9711, 8.3396, "Effio Ette junction"],
  ["Parliamentary Road", 4.9905, 8.3421, "the Assembly quarters"],
  ["Atimbo Road", 4.9712, 8.3462, "the Atimbo bridge"],
  ["Murtala Mohammed Highway", 4.9972, 8.3455, "the Tinapa turning"],
  ["Ediba Road", 4.9632, 8.3371, "Ediba roundabout"],
  ["Big Qua Street", 4.9664, 8.3421, "the Qua clan palace"],
  ["State Housing Estate", 4.9851, 8.3392, "the estate gate"],
  ["Akai Efa Road", 4.9852, 8.3552, "the Akai Efa primary school"],
  ["Ikot Ishie Street", 4.9785, 8.3302, "Ikot Ishie Market"],
  ["Barracks Road", 4.9662, 8.3322, "the barracks gate"],
  ["Asari Eso Layout", 4.9735, 8.3441, "the water tank"],
  ["Eight Miles", 5.0392, 8.3489, "the Eight Miles motor park"],
];
const CALABAR_SOUTH_STREETS: StreetList = [
  ["Mayne Avenue", 4.9404, 8.3232, "Mayne Avenue roundabout"],
  ["Goldie Street", 4.9477, 8.3219, "Goldie junction"],
  ["Target Street", 4.9419, 8.3266, "the Target Street school"],
  ["White House Street", 4.9446, 8.3251, "the Apostolic church"],
  ["Chamley Street", 4.9494, 8.3186, "the old post office"],
  ["Palm Street", 4.9387, 8.3252, "Palm Street mosque"],
  ["Atu Street", 4.9452, 8.3203, "Atu Street health post"],
  ["Webber Street", 4.9431, 8.3218, "the Webber Street wells"],
  ["Edgerley Road", 4.9505, 8.3204, "Etim Edem Park"],
  ["Bedwell Street", 4.9502, 8.3182, "Etim Edem market"],
  ["Ekpo Abasi Street", 4.9411, 8.3202, "Ekpo Abasi junction"],
  ["Anantigha Road", 4.9208, 8.3191, "Anantigha beach"],
  ["Inyang Street", 4.9372, 8.3219, "Inyang Street clinic"],
  ["Mbukpa Road", 4.9341, 8.3248, "Mbukpa market"],
  ["Edibe Edibe Road", 4.9464, 8.3271, "the Edibe Edibe police post"],
];

/** Towns and larger villages with their approximate positions. */
const TOWNS_BY_LGA: Record<
  Exclude<Lga, "Calabar Municipal" | "Calabar South">,
  readonly (readonly [string, number, number])[]
> = {
  Ikom: [
    ["Ikom", 5.9617, 8.7206],
    ["Akparabong", 5.994, 8.742],
    ["Alok", 6.305, 8.655],
    ["Nde", 6.06, 8.7],
  ],
  Ogoja: [
    ["Igoli", 6.6548, 8.7977],
    ["Ishibori", 6.645, 8.783],
    ["Abakpa", 6.664, 8.809],
    ["Mbube", 6.585, 8.82],
  ],
  Obudu: [
    ["Obudu", 6.6694, 9.1667],
    ["Ipong", 6.64, 9.13],
    ["Utugwang", 6.62, 9.03],
  ],
  Yakurr: [
    ["Ugep", 5.8086, 8.0811],
    ["Ekori", 5.88, 8.12],
    ["Mkpani", 5.84, 8.14],
    ["Idomi", 5.76, 8.12],
  ],
  Yala: [
    ["Okpoma", 6.595, 8.63],
    ["Okuku", 6.69, 8.77],
    ["Yahe", 6.53, 8.62],
  ],
  Akamkpa: [
    ["Akamkpa", 5.3125, 8.3542],
    ["Oban", 5.317, 8.57],
    ["Uyanga", 5.36, 8.27],
  ],
  Akpabuyo: [
    ["Ikot Nakanda", 4.9, 8.44],
    ["Ikot Ene", 4.94, 8.42],
    ["Esighi", 4.87, 8.47],
  ],
  Odukpani: [
    ["Odukpani", 5.1333, 8.3333],
    ["Creek Town", 5.003, 8.28],
    ["Akpap Okoyong", 5.2, 8.17],
  ],
  Boki: [
    ["Boje", 6.27, 9.03],
    ["Okundi", 6.31, 8.93],
    ["Kakwagom", 6.2, 8.95],
  ],
  Obubra: [
    ["Obubra", 6.083, 8.333],
    ["Apiapum", 5.99, 8.36],
    ["Ofat", 5.92, 8.42],
  ],
  Biase: [
    ["Akpet Central", 5.55, 8.13],
    ["Ehom", 5.44, 8.1],
    ["Abini", 5.6, 8.08],
  ],
  Bekwarra: [
    ["Abuochiche", 6.69, 8.91],
    ["Gakem", 6.74, 8.98],
    ["Ukpah", 6.66, 8.89],
  ],
  Abi: [
    ["Itigidi", 5.9, 8.025],
    ["Ediba", 5.87, 8.02],
    ["Adadama", 5.94, 8.02],
  ],
  Etung: [
    ["Effraya", 5.88, 8.78],
    ["Bendeghe Ekiem", 5.91, 8.85],
    ["Ajassor", 5.87, 8.82],
  ],
  Obanliku: [
    ["Sankwala", 6.55, 9.23],
    ["Bebi", 6.6, 9.27],
    ["Utanga", 6.57, 9.33],
  ],
  Bakassi: [
    ["Ikang", 4.8, 8.5],
    ["Ifiang", 4.78, 8.48],
  ],
};
const COMMON_STREETS = [
  "Market Road",
  "Mission Road",
  "Palace Road",
  "School Road",
  "Council Road",
  "Church Street",
  "Hospital Road",
];
const LANDMARKS = [
  "the motor park",
  "the health centre",
  "the primary school",
  "the Presbyterian church",
  "the council gate",
  "the village hall",
  "the filling station",
  "the cooperative store",
];

/** Weights by LGA: half of all reports are from the capital, and every LGA has some. */
const LGA_WEIGHTS: Record<Lga, number> = {
  "Calabar Municipal": 30,
  "Calabar South": 21,
  Ikom: 9,
  Ogoja: 7,
  Obudu: 5,
  Yakurr: 6,
  Yala: 3,
  Akamkpa: 4,
  Akpabuyo: 3,
  Odukpani: 3,
  Boki: 2.5,
  Obubra: 3,
  Biase: 2.5,
  Bekwarra: 2.5,
  Abi: 2.5,
  Etung: 2.5,
  Obanliku: 2,
  Bakassi: 2,
};

/** Picks an LGA by its share of reports. */
export const pickLga = (random: SeedRandom) => random.weighted<Lga>(LGA_WEIGHTS);

/** Picks a location in the LGA, with a point within its boundary. */
export function pickPlace(random: SeedRandom, lga: Lga): ReportPlace {
  if (lga === "Calabar Municipal" || lga === "Calabar South") {
    const [street, lat, lng, mark] = random.pick(lga === "Calabar South" ? CALABAR_SOUTH_STREETS : CALABAR_STREETS);
    return { lga, street, town: "Calabar", mark, ...pointNear(random, { lat, lng }, lga, 0.35) };
  }
  const [town, lat, lng] = random.pick(TOWNS_BY_LGA[lga]);
  const townPoint = pointNear(random, { lat, lng }, lga, 1.1);
  return { lga, street: random.pick(COMMON_STREETS), town, mark: random.pick(LANDMARKS), ...townPoint };
}

const KM_PER_DEGREE = 111.2;
/** Rounds to five decimals, the accuracy of a phone's position. */
const roundDegrees = (degrees: number) => Math.round(degrees * 100_000) / 100_000;

/** Returns a point in the LGA, at most `km` kilometres away. */
export function pointNear(random: SeedRandom, { lat, lng }: GeoPoint, lga: Lga, km: number): GeoPoint {
  const reachDegrees = km / KM_PER_DEGREE;
  const points = Array.from({ length: 60 }, () => ({
    lat: roundDegrees(lat + random.between(-reachDegrees, reachDegrees)),
    lng: roundDegrees(lng + random.between(-reachDegrees, reachDegrees)),
  }));
  return assertDefined(
    points.find((point) => kilometresBetween(point, { lat, lng }) <= km && lgaAt(point.lat, point.lng) === lga),
  );
}
