import "server-only";
import type { Lga } from "@/lib/contract/kyc.values";
import type { People } from "./names";
import { only, type Random } from "./random";

type Place = {
  /** Share of the app's users; the three towns of the coast and the north have most. */
  weight: number;
  towns: readonly string[];
  streets: readonly string[];
  peoples: Partial<Record<People, number>>;
};

const COAST = { efik: 8, ibibio: 4, igbo: 1.5, ejagham: 1, yoruba: 0.5, hausa: 0.3, yakurr: 0.6, bekwarra: 0.5 };
const NORTH = { bekwarra: 8, bette: 2, igbo: 1, tiv: 0.7, hausa: 0.4 };
const HILLS = { bette: 8, bekwarra: 1.5, igbo: 0.6, tiv: 0.8 };
const CENTRE = { ejagham: 7, yakurr: 1, igbo: 1.6, bette: 1, hausa: 0.5 };
const RIVER = { yakurr: 8, efik: 0.8, igbo: 1, ejagham: 1, yoruba: 0.3 };
const VILLAGE_STREETS = ["Market Road", "Mission Road", "Palace Road", "School Road", "Council Road", "Church Street"];

const PLACES: Record<Lga, Place> = {
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
    peoples: CENTRE,
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
    peoples: NORTH,
  },
  Obudu: {
    weight: 5,
    towns: ["Obudu", "Ipong", "Ukwel-Obudu", "Utugwang"],
    streets: ["Ranch Road", "Calabar Road", "Vandeikya Road", ...VILLAGE_STREETS],
    peoples: HILLS,
  },
  Yakurr: {
    weight: 5,
    towns: ["Ugep", "Ekori", "Idomi", "Mkpani"],
    streets: ["Ijiman Street", "Ketabebe Street", "Calabar Road", "Letankom Street", ...VILLAGE_STREETS],
    peoples: RIVER,
  },
  Yala: {
    weight: 4,
    towns: ["Okpoma", "Okuku", "Yahe", "Wanokom"],
    streets: ["Okpoma Road", "Yahe Junction", ...VILLAGE_STREETS],
    peoples: NORTH,
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
    peoples: HILLS,
  },
  Obubra: {
    weight: 3,
    towns: ["Obubra", "Ofat", "Apiapum", "Ogada"],
    streets: ["Ferry Road", "Adun Road", ...VILLAGE_STREETS],
    peoples: RIVER,
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
    peoples: NORTH,
  },
  Abi: {
    weight: 2,
    towns: ["Itigidi", "Ediba", "Ebom", "Adadama"],
    streets: ["Ediba Road", "River Road", ...VILLAGE_STREETS],
    peoples: RIVER,
  },
  Etung: {
    weight: 2,
    towns: ["Effraya", "Bendeghe Ekiem", "Ajassor", "Abijang"],
    streets: ["Ajassor Road", "Cocoa Road", ...VILLAGE_STREETS],
    peoples: CENTRE,
  },
  Obanliku: {
    weight: 2,
    towns: ["Sankwala", "Bebi", "Busi", "Utanga"],
    streets: ["Ranch Road", "Airstrip Road", ...VILLAGE_STREETS],
    peoples: HILLS,
  },
  Bakassi: {
    weight: 1.5,
    towns: ["Ikang", "Ekpo Abasi New Town", "Ifiang"],
    streets: ["Beach Road", "Fishery Road", ...VILLAGE_STREETS],
    peoples: COAST,
  },
};

const WEIGHTS = Object.fromEntries(Object.entries(PLACES).map(([lga, place]) => [lga, place.weight]));

export type Home = { lga: Lga; address: string };

export function homeOf(random: Random): Home {
  const lga = random.weighted<Lga>(WEIGHTS);
  return { lga, address: addressIn(random, lga) };
}

export function addressIn(random: Random, lga: Lga): string {
  const { streets, towns } = PLACES[lga];
  return `${random.whole(1, 140)} ${random.pick(streets)}, ${random.pick(towns)}`;
}

export const peopleOf = (random: Random, lga: Lga) => random.weighted<People>(PLACES[lga].peoples);

/** Returns the address with abbreviations, as another person writes it. */
export const abbreviated = (address: string) =>
  address
    .replace(/\bRoad\b/, "Rd")
    .replace(/\bStreet\b/, "Str")
    .replace(/^(\d+) /, "No. $1 ");

/** Splits an address into street and town, for a bill. */
export function linesOf(address: string): [street: string, town: string] {
  const [street, town] = address.split(", ");
  return [only(street), town ?? ""];
}
