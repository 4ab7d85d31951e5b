import "server-only";
import type { Random } from "./random";

/** Peoples of Cross River State and neighbours who live there, with names that are common among them. */
const PEOPLES = {
  efik: {
    female: ["Ekaette", "Nkoyo", "Atim", "Arit", "Ekanem", "Iquo", "Affiong", "Eme", "Ansa", "Mayen", "Adiaha", "Offiong"],
    male: ["Effiong", "Okon", "Asuquo", "Edet", "Bassey", "Etim", "Ekpenyong", "Eyo", "Efiom", "Ekpo", "Archibong", "Nsa"],
    surname: ["Bassey", "Effiong", "Okon", "Asuquo", "Edet", "Ekpenyong", "Archibong", "Eyo", "Henshaw", "Ita", "Etim", "Efiom", "Cobham", "Ekpo", "Nsa", "Eyamba", "Ewa", "Orok", "Antigha", "Ene"],
  },
  ibibio: {
    female: ["Idara", "Uduak", "Ini", "Mfon", "Enobong", "Itoro", "Aniema", "Abasiama", "Unyime", "Nsikan", "Emem"],
    male: ["Udo", "Ubong", "Aniekan", "Nsikak", "Imoh", "Idongesit", "Kufre", "Ime", "Uwem", "Akan", "Otobong", "Mfon"],
    surname: ["Udo", "Akpan", "Udoh", "Essien", "Umoh", "Inyang", "Ekong", "Etuk", "Umoren", "Ekanem", "Usoro", "Udofia", "Ntuk", "Eshiet"],
  },
  ejagham: {
    female: ["Manyi", "Nkem", "Akon", "Ako", "Enjeck", "Arrey", "Oben", "Ndifon", "Agbor", "Eba"],
    male: ["Ojong", "Ntui", "Agbor", "Tabi", "Ayuk", "Takon", "Nsor", "Njar", "Oben", "Mbu", "Tiku", "Enow"],
    surname: ["Ojong", "Ntui", "Agbor", "Takon", "Ayuk", "Oben", "Egbe", "Nkom", "Tabi", "Mbu", "Nsor", "Ndoma", "Ogar", "Arrey", "Nku", "Eta"],
  },
  bekwarra: {
    female: ["Unimke", "Ebi", "Ogbenyi", "Ayim", "Omonya", "Ashibel", "Ugbong", "Ipuole", "Iyaji", "Ochuole"],
    male: ["Odey", "Agim", "Ogar", "Oko", "Adie", "Idagu", "Ogbeche", "Ugbe", "Odama", "Ipuole", "Okpa", "Onah"],
    surname: ["Odey", "Agim", "Ogar", "Adie", "Idagu", "Ogbeche", "Ugbe", "Odama", "Akpa", "Agba", "Ochagu", "Ogbang", "Igbudu", "Ochicha"],
  },
  bette: {
    female: ["Ishamali", "Akwaji", "Unimna", "Ashipu", "Bechem", "Lishimke", "Ungieunim", "Abua", "Unimashi"],
    male: ["Undie", "Akomaye", "Ushie", "Abang", "Ashiwel", "Beshel", "Adie", "Unimke", "Ugar", "Kekong"],
    surname: ["Undie", "Akomaye", "Ushie", "Abang", "Ashiwel", "Beshel", "Undiandeye", "Unimke", "Bisong", "Kekong", "Oshie", "Asu", "Bekom", "Ikwen"],
  },
  yakurr: {
    female: ["Lekam", "Yawa", "Enang", "Omini", "Lebo", "Ekama", "Obaji", "Wonah", "Iwara", "Ketum"],
    male: ["Ubi", "Ofem", "Okoi", "Eteng", "Usani", "Ibor", "Obeten", "Iwara", "Ujong", "Arikpo", "Enang", "Omini"],
    surname: ["Ubi", "Ofem", "Okoi", "Eteng", "Usani", "Ibor", "Obeten", "Iwara", "Ujong", "Arikpo", "Egbai", "Onen", "Itam", "Ikpi", "Obono", "Ettah"],
  },
  igbo: {
    female: ["Adaeze", "Ngozi", "Chiamaka", "Ifeoma", "Amarachi", "Nneka", "Chidinma", "Uchechi", "Obiageli"],
    male: ["Chukwuemeka", "Obinna", "Chinedu", "Ikenna", "Uchenna", "Kelechi", "Nnamdi", "Ifeanyi", "Emeka"],
    surname: ["Okafor", "Eze", "Nwosu", "Obi", "Okeke", "Nwachukwu", "Onyeka", "Ibe", "Igwe", "Okoro", "Ugwu", "Anyanwu"],
  },
  others: {
    female: ["Aisha", "Folake", "Hauwa", "Yetunde", "Zainab", "Ebiere", "Osaro", "Doosuur"],
    male: ["Musa", "Tunde", "Sani", "Femi", "Yakubu", "Tamuno", "Osagie", "Terhemba"],
    surname: ["Ibrahim", "Adeyemi", "Bello", "Ogunleye", "Garba", "Briggs", "Osagie", "Tyoor", "Balogun", "Lawal"],
  },
} as const;
export type People = keyof typeof PEOPLES;

const BAPTISMAL = {
  female: ["Grace", "Blessing", "Mary", "Comfort", "Patience", "Esther", "Mercy", "Joy", "Glory", "Victoria", "Helen", "Rose", "Peace", "Roseline", "Regina", "Margaret", "Faith", "Charity", "Deborah", "Ruth", "Stella", "Theresa", "Martha", "Agnes", "Happiness", "Lydia"],
  male: ["Emmanuel", "Joseph", "Michael", "Peter", "John", "Paul", "Samuel", "Daniel", "David", "Godwin", "Sunday", "Patrick", "Francis", "Victor", "Anthony", "Simon", "Gabriel", "Augustine", "Dominic", "Linus", "Clement", "Innocent", "Felix", "Raphael", "Moses", "Isaac"],
} as const;

export type Name = { firstName: string; middleName: string; lastName: string };

/** Made up of parts: whoever bears one of these in full is not meant. */
export function nameOf(random: Random, people: People, gender: "female" | "male"): Name {
  const home = random.pick(PEOPLES[people][gender]);
  const baptismal = random.pick(BAPTISMAL[gender]);
  const surnames = PEOPLES[people].surname.filter((name) => name !== home);
  const lastName = random.pick(surnames);
  const [firstName, other] = random.chance(0.6) ? [baptismal, home] : [home, baptismal];
  return { firstName, middleName: random.chance(0.62) ? other : "", lastName };
}

/** The spelling of another clerk: one letter doubled, or a doubled one single. */
export function misspelt(name: string): string {
  const doubled = /([a-z])\1/.exec(name);
  if (doubled) return name.replace(doubled[0], doubled[0].slice(1));
  return name.replace(/([bdfgklmnopst])([aeiou])/, "$1$1$2");
}
