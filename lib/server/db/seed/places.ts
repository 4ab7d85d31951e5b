import "server-only";
import type { Lga } from "@/lib/contract/lgas.values";
import type { Ethnicity } from "./names";
import { assertDefined, type SeedRandom } from "./random";

type LgaPlaces = {
  /** Share of the app's users who live in this LGA. The three largest towns have the highest shares. */
  weight: number;
  towns: readonly string[];
  streets: readonly string[];
  peoples: Partial<Record<Ethnicity, number>>;
};

const COAST = { efik: 8, ibibio: 4, igbo: 1.5, ejagham: 1, yoruba: 0.5, hausa: 0.3, yakurr: 0.6, bekwarra: 0.5 };
const NORTH_PEOPLES = { bekwarra: 8, bette: 2, igbo: 1, tiv: 0.7, hausa: 0.4 };
const HILL_PEOPLES = { bette: 8, bekwarra: 1.5, igbo: 0.6, tiv: 0.8 };
const CENTRE_PEOPLES = { ejagham: 7, yakurr: 1, igbo: 1.6, bette: 1, hausa: 0.5 };
const RIVER_PEOPLES = { yakurr: 8, efik: 0.8, igbo: 1, ejagham: 1, yoruba: 0.3 };
const VILLAGE_STREETS = ["Market Road", "Mission Road", "Palace Road", "School Road", "Council Road", "Church Street"];

const PLACES_BY_LGA: Record<Lga, LgaPlaces> = {
  "Calabar Municipal": {
    weight: 24,
    towns: ["Calabar"],
    streets: [
      "Marian Road",
      "Etta Agbor Road",
      "MCC Road",
      "Ndidem Usang Iso Road",
      "Parliamentary Road",
      "Atimbo Road",
      "Murtala Mohammed Highway",
      "Ediba Road",
      "Big Qua Street",
      "Asari Eso Layout",
      "State Housing Estate",
      "Akai Efa Road",
      "Ikot Ishie Street",
      "Barracks Road",
    ],
    peoples: COAST,
  },
  "Calabar South": {
    weight: 19,
    towns: ["Calabar"],
    streets: [
      "Mayne Avenue",
      "Goldie Street",
      "Target Street",
      "White House Street",
      "Chamley Street",
      "Palm Street",
      "Atu Street",
      "Webber Street",
      "Edgerley Road",
      "Bedwell Street",
      "Ekpo Abasi Street",
      "Anantigha Road",
      "Inyang Street",
      "Mbukpa Road",
      "Edibe Edibe Road",
    ],
    peoples: COAST,
  },
  Ikom: {
    weight: 11,
    towns: ["Ikom", "Edor", "Nde", "Akparabong", "Alok"],
    streets: [
      "Calabar Road",
      "Ogoja Road",
      "Four Corners",
      "Okim Street",
      "Market Road",
      "Mission Road",
      "Old Bridge Road",
    ],
    peoples: CENTRE_PEOPLES,
  },
  Ogoja: {
    weight: 10,
    towns: ["Ogoja", "Igoli", "Ishibori", "Abakpa", "Mbube"],
    streets: [
      "Igoli Road",
      "Hospital Road",
      "Mission Road",
      "Ikom Road",
      "Abakaliki Road",
      "Moniaya Road",
      "Stadium Road",
    ],
    peoples: NORTH_PEOPLES,
  },
  Obudu: {
    weight: 5,
    towns: ["Obudu", "Ipong", "Ukwel-Obudu", "Utugwang"],
    streets: ["Ranch Road", "Calabar Road", "Vandeikya Road", ...VILLAGE_STREETS],
    peoples: HILL_PEOPLES,
  },
  Yakurr: {
    weight: 5,
    towns: ["Ugep", "Ekori", "Idomi", "Mkpani"],
    streets: ["Ijiman Street", "Ketabebe Street", "Calabar Road", "Letankom Street", ...VILLAGE_STREETS],
    peoples: RIVER_PEOPLES,
  },
  Yala: {
    weight: 4,
    towns: ["Okpoma", "Okuku", "Yahe", "Wanokom"],
    streets: ["Okpoma Road", "Yahe Junction", ...VILLAGE_STREETS],
    peoples: NORTH_PEOPLES,
  },
  Akamkpa: {
    weight: 4,
    towns: ["Akamkpa", "Uyanga", "Oban", "Awi"],
    streets: ["Calabar Road", "Quarry Road", "Estate Road", ...VILLAGE_STREETS],
    peoples: { ejagham: 5, efik: 3, ibibio: 2, igbo: 0.6 },
  },
  Akpabuyo: {
    weight: 4,
    towns: ["Ikot Nakanda", "Ikot Ene", "Atimbo East", "Ikang"],
    streets: ["Ikang Road", "Esighi Road", ...VILLAGE_STREETS],
    peoples: COAST,
  },
  Odukpani: {
    weight: 3,
    towns: ["Odukpani", "Creek Town", "Akpap Okoyong", "Ikoneto"],
    streets: ["Itu Road", "Beach Road", ...VILLAGE_STREETS],
    peoples: COAST,
  },
  Boki: {
    weight: 3,
    towns: ["Boje", "Okundi", "Kakwagom", "Abo"],
    streets: ["Okundi Road", "Cocoa Road", ...VILLAGE_STREETS],
    peoples: HILL_PEOPLES,
  },
  Obubra: {
    weight: 3,
    towns: ["Obubra", "Ofat", "Apiapum", "Ogada"],
    streets: ["Ferry Road", "Adun Road", ...VILLAGE_STREETS],
    peoples: RIVER_PEOPLES,
  },
  Biase: {
    weight: 2,
    towns: ["Akpet Central", "Ehom", "Abini", "Agwagune"],
    streets: ["Abini Road", "Calabar Road", ...VILLAGE_STREETS],
    peoples: { yakurr: 4, efik: 4, igbo: 0.6 },
  },
  Bekwarra: {
    weight: 3,
    towns: ["Abuochiche", "Gakem", "Ukpah", "Afrike"],
    streets: ["Gakem Road", "Obudu Road", ...VILLAGE_STREETS],
    peoples: NORTH_PEOPLES,
  },
  Abi: {
    weight: 2,
    towns: ["Itigidi", "Ediba", "Ebom", "Adadama"],
    streets: ["Ediba Road", "River Road", ...VILLAGE_STREETS],
    peoples: RIVER_PEOPLES,
  },
  Etung: {
    weight: 2,
    towns: ["Effraya", "Bendeghe Ekiem", "Ajassor", "Abijang"],
    streets: ["Ajassor Road", "Cocoa Road", ...VILLAGE_STREETS],
    peoples: CENTRE_PEOPLES,
  },
  Obanliku: {
    weight: 2,
    towns: ["Sankwala", "Bebi", "Busi", "Utanga"],
    streets: ["Ranch Road", "Airstrip Road", ...VILLAGE_STREETS],
    peoples: HILL_PEOPLES,
  },
  Bakassi: {
    weight: 1.5,
    towns: ["Ikang", "Ekpo Abasi New Town", "Ifiang"],
    streets: ["Beach Road", "Fishery Road", ...VILLAGE_STREETS],
    peoples: COAST,
  },
};

const LGA_WEIGHTS = Object.fromEntries(Object.entries(PLACES_BY_LGA).map(([lga, place]) => [lga, place.weight]));

/** An LGA and a street address in it. */
export type HomeAddress = { lga: Lga; address: string };

/** Picks an LGA by its share of users, and an address in it. */
export function pickHomeAddress(random: SeedRandom): HomeAddress {
  const lga = random.weighted<Lga>(LGA_WEIGHTS);
  return { lga, address: pickAddress(random, lga) };
}

/** Picks a street address in the LGA. */
export function pickAddress(random: SeedRandom, lga: Lga): string {
  const { streets, towns } = PLACES_BY_LGA[lga];
  return `${random.whole(1, 140)} ${random.pick(streets)}, ${random.pick(towns)}`;
}

/** Picks an ethnic group of the LGA, by its share of the population. */
export const pickEthnicity = (random: SeedRandom, lga: Lga) => random.weighted<Ethnicity>(PLACES_BY_LGA[lga].peoples);

/** Returns the address with abbreviations, as another person might write it. */
export const abbreviateAddress = (address: string) =>
  address
    .replace(/\bRoad\b/, "Rd")
    .replace(/\bStreet\b/, "Str")
    .replace(/^(\d+) /, "No. $1 ");

/** Splits an address into street and town, for a bill. */
export function splitAddress(address: string): [street: string, town: string] {
  const [street, town] = address.split(", ");
  return [assertDefined(street), town ?? ""];
}
