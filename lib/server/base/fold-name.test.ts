import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp } from "@/lib/server/testing/app";
import { foldWords, wordsOfNames } from "./fold-name";

let app: Awaited<ReturnType<typeof startTestApp>>;
beforeAll(async () => {
  app = await startTestApp({ connections: 1 });
});
afterAll(() => app.stop());

it.each([
  ["Ọláyínká Adébáyọ̀", "olayinka adebayo"],
  ["Ọláyínká Adébáyọ̀".normalize("NFD"), "olayinka adebayo"],
  ["Ɛkpɛnyɔŋ Efiɔm", "ekpenyong efiom"],
  ["Ụzọ Nnọ̀chirị Ṅwankwọ", "uzo nnochiri nwankwo"],
  ["Ɓala Ɗanƙo ʼYarʼadua Ƴan", "bala danko yaradua yan"],
  ["O’Neil O'Neil OʼNeil O‘Neil O´Neil O`Neil O＇Neil", "oneil oneil oneil oneil oneil oneil oneil"],
  ["Bassey-Duke Bassey‐Duke Bassey‑Duke Bassey–Duke Bassey—Duke Bassey−Duke", Array(6).fill("bassey duke").join(" ")],
  ["\u202aIta\u200b Giwa\u202c\ufeff", "ita giwa"],
  ["Ｍａｒｙ ９", "mary 9"],
  ["STRASSE Straße Æsir Œuvre", "strasse strasse aesir oeuvre"],
  ["İbrahim ILGIN ılgın", "ibrahim ilgin ilgin"],
  ["مُحَمَّد أحمد فاطمة ١٢٣", "محمد احمد فاطمه 123"],
  ["  da   Silva, Gomes 🎉", "da silva gomes"],
  ["— ·", ""],
])("foldWords folds the text %s to plain lower-case words", (text, words) => {
  expect(foldWords(text)).toBe(words);
});

it("wordsOfNames returns initials with full stops, such as J.K., as one word", () => {
  expect(wordsOfNames("J.K.", "Obi")).toEqual(["jk", "obi"]);
});

/** Returns true for some 60,000 ideographs, syllables and surrogates, which the test skips because each kind is folded alike. */
const isFoldedAlike = (code: number) =>
  (code >= 0x3400 && code <= 0xdfff && code !== 0xa78b && code !== 0xa78c) || (code >= 0x12000 && code < 0x1f000);

it("fold_words in the database folds each character as foldWords does, alone and between letters", async () => {
  const texts = Array.from({ length: 0x1fb00 }, (_, code) => code)
    .filter((code) => code > 0 && !isFoldedAlike(code))
    .flatMap((code) => [String.fromCodePoint(code), `Ab${String.fromCodePoint(code)}cD`]);
  const differences: string[][] = [];
  let knownCount = 0;
  for (let from = 0; from < texts.length; from += 10_000) {
    const found = await app.db.execute<{ text: string; folded: string; nfkd: string }>(sql`
      select text, fold_words(text) as folded, normalize(text, NFKD) as nfkd
      from unnest(${sql.param(texts.slice(from, from + 10_000))}::text[]) as given(text)`);
    for (const { text, folded, nfkd } of found.rows) {
      // Skips characters that are unknown to the Unicode version of either Node or PostgreSQL.
      if (text.normalize("NFKD") !== nfkd) continue;
      knownCount++;
      if (foldWords(text) !== folded) differences.push([text, folded, foldWords(text)]);
    }
  }
  expect(differences.slice(0, 20)).toEqual([]);
  expect(texts.length - knownCount).toBeLessThan(100);
});

it("search_words also joins each two adjacent words of a name, and truncates each word to 100 letters", async () => {
  const longText = "ọ".repeat(3_000);
  const found = await app.db.execute<{ name: string; text: string; none: string; long: number }>(sql`
    select search_words('Ekaette Bassey-Duke', true)::text as name, search_words('Ekaette Bassey-Duke', false)::text as text,
      search_words(' – ', true)::text as none, length((tsvector_to_array(search_words(${longText}, true)))[1]) as long`);
  expect(found.rows[0]).toEqual({
    name: "'bassey' 'basseyduke' 'duke' 'ekaette' 'ekaettebassey'",
    text: "'bassey' 'duke' 'ekaette'",
    none: "",
    long: 100,
  });
});

it("search_words works with an empty search_path, as during the restore of a dump", async () => {
  const found = await app.db.transaction(async (tx) => {
    await tx.execute(sql`set local search_path = ''`);
    return tx.execute<{ words: string }>(sql`select public.search_words('Bella O’Neil', false)::text as words`);
  });
  expect(found.rows[0]?.words).toBe("'bella' 'oneil'");
});
