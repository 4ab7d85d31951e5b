-- Returns the words of a text, separated by single spaces and folded as in lib/server/base/fold-name.ts. Depends on no locale, extension
-- or search path, so that columns and indexes made with it survive a restore elsewhere.
CREATE FUNCTION fold_words(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  folded text := value;
BEGIN
  IF pg_catalog.octet_length(folded) = pg_catalog.char_length(folded) THEN
    folded := pg_catalog.lower(pg_catalog.translate(folded, '''`', '') COLLATE "C");
    RETURN pg_catalog.btrim(pg_catalog.regexp_replace(folded, '[^a-z0-9]+', ' ', 'g'));
  END IF;
  folded := pg_catalog.regexp_replace(folded, '[''\u0060\u00b4\u02b9-\u02bf\u02c8\u02ca\u02cb\u055a\u05f3\u2018\u2019\u201b\u2032\u2035\ua78b\ua78c\uff07\uff40\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]', '', 'g');
  folded := pg_catalog.normalize(folded, 'NFKD');
  folded := pg_catalog.regexp_replace(folded, '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u08d3-\u08ff\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f''\u0060\u00b4\u02b9-\u02bf\u02c8\u02ca\u02cb\u055a\u05f3\u2018\u2019\u201b\u2032\u2035\ua78b\ua78c\uff07\uff40\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]', '', 'g');
  IF pg_catalog.octet_length(folded) <> pg_catalog.char_length(folded) THEN
    folded := pg_catalog.translate(folded, 'ƆɔØøƟɵƐɛƏəƎǝɆɇƝɲȠƞƁɓɃƀƊɗƉɖĐđÐðŁłȽƚⱠⱡıƖɩƗɨɪƘƙĸƳƴɎɏƲʋƱʊɄʉƔɣƓɠƑƒĦħŦŧƬƭƮʈȾƇƈȻȼƤƥⱭɑⱥƷʒƩʃɌɍɈɉΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯҐҒҚҢҮҰҺӘӨԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖςىةکی٠۰١۱٢۲٣۳٤۴٥۵٦۶٧۷٨۸٩۹',
      'ooooooeeeeeeeennnnbbbbddddddddlllllliiiiiikkkyyyyvvuuuuggggffhhtttttttccccppaaazzssrrjjαβγδεζηθικλμνξοπρστυφχψωђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяґғқңүұһәөաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆσيهكي00112233445566778899');
      folded := pg_catalog.replace(folded, 'ŋ', 'ng');
      folded := pg_catalog.replace(folded, 'Ŋ', 'ng');
      folded := pg_catalog.replace(folded, 'ß', 'ss');
      folded := pg_catalog.replace(folded, 'ẞ', 'ss');
      folded := pg_catalog.replace(folded, 'æ', 'ae');
      folded := pg_catalog.replace(folded, 'Æ', 'ae');
      folded := pg_catalog.replace(folded, 'œ', 'oe');
      folded := pg_catalog.replace(folded, 'Œ', 'oe');
      folded := pg_catalog.replace(folded, 'þ', 'th');
      folded := pg_catalog.replace(folded, 'Þ', 'th');
  END IF;
  folded := pg_catalog.lower(folded COLLATE "C");
  RETURN pg_catalog.btrim(pg_catalog.regexp_replace(folded, '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02c2-\u02df\u02e5-\u02ff\u037e\u0387\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u0600-\u060f\u061b\u061d-\u061f\u066a-\u066d\u06d4\u06dd\u06de\u06e9\u06fd\u06fe\u0964\u0965\u1680\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d\u30fb\ufd3e\ufd3f\ufe10-\ufe1f\ufe30-\ufe6f\ufffc\ufffd\U0001F000-\U0001FAFF]+', ' ', 'g'));
END $$;
--> statement-breakpoint
-- Returns the folded words of a text for prefix search, at most 100 letters each. `joins` also adds each two neighbours as one word:
-- "BasseyDuke" finds "Bassey-Duke". Use it for names, not for long texts.
CREATE FUNCTION search_words(value text, joins boolean) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  words text[] := pg_catalog.string_to_array(public.fold_words(value), ' ');
  lexemes text[] := '{}';
  last text := '';
  word text;
BEGIN
  FOREACH word IN ARRAY words LOOP
    lexemes := pg_catalog.array_append(lexemes, pg_catalog."left"(word, 100));
    IF joins AND last <> '' THEN
      lexemes := pg_catalog.array_append(lexemes, pg_catalog."left"(last || word, 100));
    END IF;
    last := word;
  END LOOP;
  RETURN pg_catalog.array_to_tsvector(lexemes);
END $$;
--> statement-breakpoint
DROP INDEX "kyc_requests_first_name";--> statement-breakpoint
DROP INDEX "kyc_requests_middle_name";--> statement-breakpoint
DROP INDEX "kyc_requests_last_name";--> statement-breakpoint
DROP INDEX "audit_trails_record_search";--> statement-breakpoint
DROP INDEX "users_search_first_name";--> statement-breakpoint
DROP INDEX "users_search_middle_name";--> statement-breakpoint
DROP INDEX "users_search_last_name";--> statement-breakpoint
ALTER TABLE "events" drop column "words";--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (search_words(title || ' ' || venue || ' ' || organiser, false)) STORED;--> statement-breakpoint
ALTER TABLE "ireports" drop column "words";--> statement-breakpoint
ALTER TABLE "ireports" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (search_words(title || ' ' || ward || ' ' || left(text, 1000), false)) STORED;--> statement-breakpoint
ALTER TABLE "kyc_requests" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (search_words(first_name || ' ' || middle_name || ' ' || last_name, true)) STORED;--> statement-breakpoint
ALTER TABLE "language_texts" ADD COLUMN "folded" text GENERATED ALWAYS AS (fold_words(text)) STORED;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (search_words(first_name || ' ' || middle_name || ' ' || last_name, true)) STORED;--> statement-breakpoint
CREATE INDEX "kyc_requests_words" ON "kyc_requests" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "audit_trails_record_words" ON "audit_trails" USING gin (search_words("record_name", true)) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "users_words" ON "users" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
-- Recreates the indexes that were dropped with their old columns above.
CREATE INDEX "events_words" ON "events" USING gin ("words");--> statement-breakpoint
CREATE INDEX "ireports_words" ON "ireports" USING gin ("words");
--> statement-breakpoint
-- Returns the first rows with one of the query's hundreds of words, which are one letter from a typed word. PostgreSQL
-- overestimates the matches and would read the whole table, so all scans but that of the index of words are off.
CREATE FUNCTION near_users(query tsquery) RETURNS SETOF uuid LANGUAGE sql STABLE ROWS 200
  SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off
  AS $$ SELECT id FROM public.users WHERE words @@ query LIMIT 200 $$;
--> statement-breakpoint
CREATE FUNCTION near_kyc_requests(query tsquery) RETURNS SETOF uuid LANGUAGE sql STABLE ROWS 200
  SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off
  AS $$ SELECT id FROM public.kyc_requests WHERE words @@ query LIMIT 200 $$;
