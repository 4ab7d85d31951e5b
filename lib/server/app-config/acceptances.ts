import "server-only";
import { and, count as countRows, desc, eq, isNull, lte, ne, type SQL, sql } from "drizzle-orm";
import type { appConfigCalls, LegalAcceptance } from "@/lib/contract/app-config";
import { LEGAL_ACCEPTANCE_LIST } from "@/lib/contract/app-config.values";
import type { InputOf } from "@/lib/contract/common";
import { LEGAL_KINDS, type LegalKind } from "@/lib/contract/content-entries.values";
import { canSeeField } from "@/lib/contract/personal.values";
import { routes } from "@/lib/contract/routes";
import { fullName, type HandlerContext, type SignedInAdmin } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { currentAndNextLegalText } from "@/lib/server/content-entries/live-content-entries";
import type { Queryable } from "@/lib/server/db/client";
import { contentEntryPublications, legalAcceptances } from "@/lib/server/db/schema/content-entries";
import { users } from "@/lib/server/db/schema/user";
import { codeLabelColumns, numberCell, textCell, timeCell } from "@/lib/server/exports/cells";
import type { ExportList } from "@/lib/server/exports/lists";
import { countUpToCap, likePatternForPrefix, orderByClause, toPagedList } from "@/lib/server/lists/list";
import { hasArrivedBy, readListWindow } from "@/lib/server/lists/list-window";
import { hasNameWords, parseSearchText } from "@/lib/server/lists/search-terms";
import { suggestSimilarUserName } from "@/lib/server/lists/suggest-similar-name";
import { ownerMatchesCondition, type WithCommonWords, withCommonWords } from "@/lib/server/user/match-name";

type ListInput = InputOf<typeof appConfigCalls.acceptances>;
/** Filters of the list of acceptances of legal texts. */
export type LegalAcceptanceFilters = Pick<ListInput, "kind" | "number" | "q" | "until"> & WithCommonWords;

const SORT_COLUMNS = { accepted_at: [legalAcceptances.acceptedAt] };
const TEXT_NAMES = { terms: "terms", privacy: "privacy policy" } as const;

type AcceptanceReader = Pick<SignedInAdmin, "rights">;

/** Searches phone numbers only for admins who may see them; for other admins, a search digit by digit would reveal the numbers. */
function matchUser(typed: string, showsPhone: boolean, common?: ReadonlySet<string>): SQL {
  const { digits } = parseSearchText(typed);
  if (digits !== null && showsPhone) return sql`${users.phone} like ${likePatternForPrefix(`+234${digits}`)}`;
  return hasNameWords(users.words, typed, common);
}

/** Returns the SQL condition for the filters of the list of acceptances. */
export const legalAcceptanceFilter = (
  { kind, number, q, until, common }: LegalAcceptanceFilters,
  { rights }: AcceptanceReader,
): SQL | undefined => {
  const userFilter = q?.trim() ? matchUser(q, canSeeField(rights, "acceptance.phone"), common) : undefined;
  return and(
    eq(legalAcceptances.kind, kind),
    number === undefined ? undefined : eq(legalAcceptances.number, number),
    hasArrivedBy(legalAcceptances.acceptedAt, until),
    userFilter && ownerMatchesCondition(legalAcceptances.userId, userFilter, common),
  );
};

/** Lists who accepted a legal text, newest first by default. */
export async function listLegalAcceptances(db: Queryable, listInput: ListInput, admin: AcceptanceReader) {
  const input = await withCommonWords(db, listInput);
  const where = legalAcceptanceFilter(input, admin);
  const sort = input.sort ?? "-accepted_at";
  const showsPhone = canSeeField(admin.rights, "acceptance.phone");
  const rows = await db
    .select({ acceptance: legalAcceptances, user: users })
    .from(legalAcceptances)
    .innerJoin(users, eq(users.id, legalAcceptances.userId))
    .where(where)
    .orderBy(orderByClause(sort, SORT_COLUMNS, legalAcceptances.userId))
    .limit(input.size)
    .offset(input.page * input.size);
  const items = rows.map(
    ({ acceptance, user }): LegalAcceptance => ({
      user: { id: user.id, name: fullName(user) },
      phone: showsPhone ? user.phone : null,
      number: acceptance.number,
      accepted_at: acceptance.acceptedAt.toISOString(),
    }),
  );
  const count = await countUpToCap(db, legalAcceptances, where);
  const withoutSearch = legalAcceptanceFilter({ ...input, q: undefined }, admin);
  const owner = legalAcceptances.userId;
  const suggestion = await suggestSimilarUserName(db, { typed: input.q, ...count, owner, where: withoutSearch });
  const window = await readListWindow(db, LEGAL_ACCEPTANCE_LIST, { ...input, sort }, items, {
    table: legalAcceptances,
    at: legalAcceptances.acceptedAt,
    where: () => legalAcceptanceFilter({ ...input, until: undefined }, admin),
  });
  return { ...toPagedList(input, items, count, suggestion), ...window };
}

/** Counts the open accounts that accepted each version of a legal text, newest version first, with the total of open accounts. */
export async function readLegalAcceptanceStats(db: Queryable, kind: LegalKind) {
  const [all] = await db.select({ of: countRows() }).from(users).where(ne(users.status, "closed"));
  const rows = await db
    .select({
      number: contentEntryPublications.number,
      accepted: sql<number>`(select count(*)::int from legal_acceptances a join users u on u.id = a.user_id
        where a.kind = ${kind} and a.number = entry_publications.number and u.status <> 'closed')`,
    })
    .from(contentEntryPublications)
    .where(eq(contentEntryPublications.kind, kind))
    .orderBy(desc(contentEntryPublications.number));
  return { items: rows.map((row) => ({ ...row, of: all?.of ?? 0 })) };
}

/**
 * Returns the oldest version of a legal text whose acceptance also counts for version `number`: the newest version up to `number` that
 * required a new acceptance, or the first version.
 */
async function requiredVersion(db: Queryable, kind: LegalKind, number: number): Promise<number> {
  const { rows } = await db.execute<{ number: number | null }>(sql`
    select max(number) as number from entry_publications
    where kind = ${kind} and number <= ${number} and must_accept and withdrawn_at is null`);
  return rows[0]?.number ?? 1;
}

/** Returns the last version of a legal text, up to version `number`, that a user accepted. Withdrawn versions do not count. */
async function lastAcceptedVersion(db: Queryable, kind: LegalKind, number: number, userId: string) {
  const [last] = await db
    .select({ number: legalAcceptances.number, at: legalAcceptances.acceptedAt })
    .from(legalAcceptances)
    .innerJoin(
      contentEntryPublications,
      and(
        eq(contentEntryPublications.kind, legalAcceptances.kind),
        eq(contentEntryPublications.number, legalAcceptances.number),
      ),
    )
    .where(
      and(
        eq(legalAcceptances.kind, kind),
        eq(legalAcceptances.userId, userId),
        lte(legalAcceptances.number, number),
        isNull(contentEntryPublications.withdrawnAt),
      ),
    )
    .orderBy(desc(legalAcceptances.number))
    .limit(1);
  return last;
}

/**
 * Returns the citizen's acceptances of the current legal texts, and whether the app must ask for a new acceptance.
 * @throws 404; 409 for a closed account
 */
export async function legalAcceptancesOf({ db, citizen }: HandlerContext, userId: string) {
  const user = await citizen(userId);
  const items = [];
  for (const kind of LEGAL_KINDS) {
    const { current } = await currentAndNextLegalText(db, kind);
    if (!current) continue;
    const last = await lastAcceptedVersion(db, kind, current.number, user.id);
    items.push({
      kind,
      number: current.number,
      accepted_at: last?.number === current.number ? last.at.toISOString() : null,
      required: (last?.number ?? 0) < (await requiredVersion(db, kind, current.number)),
    });
  }
  return { items };
}

/**
 * Stores that a citizen accepts the current or the upcoming version of a legal text. A repeated call changes nothing.
 * @throws 404 for an older or unknown version; 409 for a closed account
 */
export async function acceptLegalVersion(
  { db, app, citizen, audit }: HandlerContext,
  { user_id, kind, number }: { user_id: string; kind: LegalKind; number: number },
) {
  const user = await citizen(user_id);
  const { current, next } = await currentAndNextLegalText(db, kind);
  const version = [current, next].find((each) => each?.number === number);
  if (!version) throw refuse.notFound(`version of the ${TEXT_NAMES[kind]}`);
  const ownAcceptance = and(
    eq(legalAcceptances.kind, kind),
    eq(legalAcceptances.number, number),
    eq(legalAcceptances.userId, user.id),
  );
  await db
    .insert(legalAcceptances)
    .values({ kind, number, userId: user.id, app: app.name, acceptedAt: sql`now()` })
    .onConflictDoNothing();
  const [stored] = await db.select().from(legalAcceptances).where(ownAcceptance);
  if (!stored) throw new Error("An acceptance vanished.");
  audit({
    record: { type: "user", id: user.id, name: fullName(user) },
    after: { accepted: `${TEXT_NAMES[kind]} ${number}` },
  });
  return { kind, number, accepted_at: stored.acceptedAt.toISOString() };
}

const citizenColumn = (column: SQL) => sql`(select ${column} from users u where u.id = ${legalAcceptances.userId})`;

/** Export of the acceptances of a legal text. */
export const legalAcceptanceExport: ExportList = {
  route: routes.appConfig.exportAcceptances,
  table: legalAcceptances,
  key: { at: legalAcceptances.acceptedAt, id: legalAcceptances.userId, direction: "desc" },
  columns: [
    ["User", textCell(citizenColumn(sql`u.first_name || ' ' || u.last_name`)), "acceptance.name"],
    ["Phone", textCell(citizenColumn(sql`u.phone`)), "acceptance.phone"],
    ...codeLabelColumns("Text", legalAcceptances.kind, LEGAL_KINDS, {
      terms: "Terms & Conditions",
      privacy: "Privacy policy",
    }),
    ["Version", numberCell(legalAcceptances.number)],
    ["Accepted (Lagos)", timeCell(legalAcceptances.acceptedAt)],
  ],
  filter: (filter, admin) => legalAcceptanceFilter(filter as LegalAcceptanceFilters, admin),
};
