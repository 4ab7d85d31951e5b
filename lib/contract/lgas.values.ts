/** The 18 local government areas (LGAs) of Cross River State. */
export const LGAS = [
  "Abi",
  "Akamkpa",
  "Akpabuyo",
  "Bakassi",
  "Bekwarra",
  "Biase",
  "Boki",
  "Calabar Municipal",
  "Calabar South",
  "Etung",
  "Ikom",
  "Obanliku",
  "Obubra",
  "Obudu",
  "Odukpani",
  "Ogoja",
  "Yakurr",
  "Yala",
] as const;
export type Lga = (typeof LGAS)[number];
/** Options of a select or filter by LGA. */
export const LGA_OPTIONS = LGAS.map((lga) => ({ value: lga, label: lga }));
