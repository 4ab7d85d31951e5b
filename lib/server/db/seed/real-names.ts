import "server-only";

type Name = { firstName: string; middleName: string; lastName: string; email: string };
const named = (firstName: string, lastName: string, mailbox: string): Name => ({
  firstName,
  middleName: "",
  lastName,
  email: `${mailbox}@example.com`,
});

/**
 * Names with accents, apostrophes, hyphens and two surnames, by index of the account. They replace random names, so that all
 * other data of the account and its request stays the same. Each account has a KYC request.
 */
export const REAL_NAMES: Record<number, Name | undefined> = {
  267: named("Ọláyínká", "Adébáyọ̀".normalize("NFC"), "olayinka.adebayo"),
  397: named("José", "da Silva Gomes", "jose.dasilvagomes"),
  481: named("Ekaette", "Bassey-Duke", "ekaette.basseyduke"),
  610: named("Ɛkpɛnyɔŋ", "Efiɔm", "ekpenyong.efiom"),
  755: named("Bella", "O’Neil", "bella.oneil"),
  1170: named("Abdul-Rahman", "Yar’adua", "abdulrahman.yaradua"),
  1178: named("Mary", "Ita Giwa", "mary.itagiwa"),
  1428: named("Ọ̀ṣọ́".normalize("NFC"), "Ògún-Bámgbóyè", "oso.ogunbamgboye"),
  1487: named("Nnọchirị", "Nwaṅkwọ", "nnochiri.nwankwo"),
};
