import "server-only";

type RealName = { firstName: string; middleName: string; lastName: string; email: string };
const realName = (firstName: string, lastName: string, mailbox: string): RealName => ({
  firstName,
  middleName: "",
  lastName,
  email: `${mailbox}@example.com`,
});

/**
 * Names with accents, apostrophes, hyphens and two surnames, by index of the account. They replace the random names of these accounts and
 * change nothing else. Each of these accounts has a KYC request.
 */
export const NAMES_BY_ACCOUNT_INDEX: Record<number, RealName | undefined> = {
  267: realName("Ọláyínká", "Adébáyọ̀".normalize("NFC"), "olayinka.adebayo"),
  397: realName("José", "da Silva Gomes", "jose.dasilvagomes"),
  481: realName("Ekaette", "Bassey-Duke", "ekaette.basseyduke"),
  610: realName("Ɛkpɛnyɔŋ", "Efiɔm", "ekpenyong.efiom"),
  755: realName("Bella", "O’Neil", "bella.oneil"),
  1170: realName("Abdul-Rahman", "Yar’adua", "abdulrahman.yaradua"),
  1178: realName("Mary", "Ita Giwa", "mary.itagiwa"),
  1428: realName("Ọ̀ṣọ́".normalize("NFC"), "Ògún-Bámgbóyè", "oso.ogunbamgboye"),
  1487: realName("Nnọchirị", "Nwaṅkwọ", "nnochiri.nwankwo"),
};
