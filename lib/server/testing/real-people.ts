/**
 * People whose names a simple comparison does not find. `EXPECTED_MATCHES` lists searches, each with the index of the person that it must
 * find.
 */
export const HARD_TO_FIND_PEOPLE = [
  { firstName: "Mary", lastName: "Ita Giwa" },
  { firstName: "Ekaette", lastName: "Bassey-Duke" },
  { firstName: "Ọláyínká", lastName: "Adébáyọ̀" },
  { firstName: "Bella", lastName: "O’Neil" },
  { firstName: "Ɛkpɛnyɔŋ", lastName: "Efiɔm" },
  { firstName: "José", lastName: "da Silva Gomes" },
  { firstName: "Abdul-Raḥmān", lastName: "ʼYarʼadua" },
  { firstName: "محمد", lastName: "أحمد" },
] as const;

/** Searches, each with the index in `HARD_TO_FIND_PEOPLE` of the person that it must find. */
export const EXPECTED_MATCHES: readonly (readonly [typed: string, person: number])[] = [
  ["Ita Giwa", 0],
  ["Mary Giwa", 0],
  ["Giwa", 0],
  ["Ita, Mary", 0],
  ["Giwa Mary Ita", 0],
  ["itagiwa", 0],
  ["giw m", 0],
  ["Mary\u00a0Ita\u200b Giwa", 0],
  ["“Mary Ita Giwa”", 0],
  ["Ｍary Giwa", 0],
  ["Duke", 1],
  ["bassey duke", 1],
  ["BASSEY‑DUKE", 1],
  ["Bassey – Duke", 1],
  ["BasseyDuke", 1],
  ["duke-bassey", 1],
  ["Olayinka", 2],
  ["adebayo", 2],
  ["Adébáyọ̀".normalize("NFD"), 2],
  ["Adébáyọ̀".normalize("NFC"), 2],
  ["ADEBAYO, olayinka", 2],
  ["O'Neil", 3],
  ["ONeil", 3],
  ["o’neil", 3],
  ["O Neil", 3],
  ["O‘Neil Bella", 3],
  ["Ekpenyong", 4],
  ["Efiom ekpenyong", 4],
  ["Ɛkpɛnyɔŋ", 4],
  ["jose", 5],
  ["gomes jose", 5],
  ["DaSilva", 5],
  ["Jose\u0301 Gomes", 5],
  ["abdulrahman", 6],
  ["Abdul Rahman Yar'adua", 6],
  ["yaradua", 6],
  ["احمد محمد", 7],
  ["مُحَمَّد", 7],
];

/** Searches that match no name of `HARD_TO_FIND_PEOPLE`. */
export const SEARCHES_WITHOUT_RESULT = [
  "iwa",
  "Mary Duke",
  "Adebayoo",
  "neil",
  "%",
  "_",
  "x' | 'mary",
  "\\",
  "!!!",
  "🎉",
];

/** Notations in which `KYC-000302` may be pasted. */
export const PASTED_REFERENCES = [
  ...["KYC-000302", "kyc-000302", "\u00a0KYC-000302 ", "KYC-000302\u200b", "KYC\u2011000302", "KYC\u2013000302"],
  ...['"KYC-000302"', "\u201cKYC-000302\u201d", "KYC-000302.", "KYC-000302,", "(KYC-000302)", "Ref: KYC-000302"],
  ...["KYC 000302", "KYC000302", "kyc 302", "Reference no. KYC-000302", "Please decide KYC-000302 today"],
];

/** Notations in which `+2348030001234` may be pasted. */
export const PASTED_PHONES = [
  ...["08030001234", "8030001234", "tel:+2348030001234", "'+2348030001234", "\u202a+2348030001234\u202c"],
  ...["0803\u00a0000\u00a01234", "0803\u2011000\u20111234", "+234 (0) 803 000 1234", "002348030001234"],
  ...["(0803) 000-1234", '="+2348030001234"', "Phone: 0803 000 1234", "0803 000 1234."],
];

/** Notations in which `ada.obi@example.com` may be pasted. */
export const PASTED_EMAILS = [
  ...["ADA.OBI@example.com", "mailto:ada.obi@example.com", "Ada Obi <ada.obi@example.com>", "<ada.obi@example.com>"],
  ...[" ada.obi@example.com\u200b", "ada.obi@example.com.", "Email: ada.obi@example.com"],
];
