import "server-only";
import { and, desc, eq, gte, inArray, isNull, lte, ne, or, type SQL } from "drizzle-orm";
import type { SimilarIreport } from "@/lib/contract/ireport";
import { isOpenIreport } from "@/lib/contract/ireport.values";
import { kilometresBetween } from "@/lib/contract/place.values";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { type CategoryNode, readCategoryTree } from "./category-tree";
import { isNearPlace } from "./filter";
import { textSimilarity, wordsOfReportText } from "./text-likeness";
import { type IreportViewer, visibleReportsFilter } from "./visibility";

const MAX_DISTANCE_KM = 2;
const MAX_AGE_DAYS = 30;
const DAY_MS = 86_400_000;
/** Maximum number of reports, newest first, with which a report is compared. */
const MAX_CANDIDATES = 300;
const MAX_RESULTS = 8;
/** Minimum score (0 to 1) of a similar report. Reports below it are probably unrelated although they are near. */
const MIN_SCORE = 0.3;
/** Minimum text similarity (0 to 1) of reports over 100 m (`SAME_SPOT_KM`) apart, because one street can have several problems. */
const MIN_LIKENESS = 0.15;
const SAME_SPOT_KM = 0.1;

const CANDIDATE_COLUMNS = {
  id: ireports.id,
  number: ireports.number,
  title: ireports.title,
  text: ireports.text,
  state: ireports.state,
  categoryId: ireports.categoryId,
  lga: ireports.lga,
  lat: ireports.lat,
  lng: ireports.lng,
  submittedAt: ireports.submittedAt,
};
type Candidate = Pick<typeof ireports.$inferSelect, keyof typeof CANDIDATE_COLUMNS>;

/**
 * Finds reports that may be about the same problem, best match first: in a related category, near, within 30 days, with similar text.
 * Includes only reports that the admin may see. @throws 404
 */
export async function findSimilarIreports(
  db: Queryable,
  admin: IreportViewer,
  ireportId: string,
): Promise<SimilarIreport[]> {
  const visible = await visibleReportsFilter(db, admin);
  const [report] = await db
    .select(CANDIDATE_COLUMNS)
    .from(ireports)
    .where(and(eq(ireports.id, ireportId), visible));
  if (!report) throw refuse.notFound("report");
  const tree = await readCategoryTree(db);
  const submittedAtMs = report.submittedAt.getTime();
  const candidates = await db
    .select(CANDIDATE_COLUMNS)
    .from(ireports)
    .where(
      and(
        visible,
        ne(ireports.id, report.id),
        ne(ireports.state, "rejected"),
        inArray(ireports.categoryId, categoryFamily(tree, report.categoryId)),
        gte(ireports.submittedAt, new Date(submittedAtMs - MAX_AGE_DAYS * DAY_MS)),
        lte(ireports.submittedAt, new Date(submittedAtMs + MAX_AGE_DAYS * DAY_MS)),
        nearbyFilter(report),
      ),
    )
    .orderBy(desc(ireports.submittedAt))
    .limit(MAX_CANDIDATES);
  const words = wordsOfReportText(`${report.title} ${report.text}`);
  return candidates
    .map((candidate) =>
      toScored(report, candidate, textSimilarity(words, wordsOfReportText(`${candidate.title} ${candidate.text}`))),
    )
    .filter(({ score }) => score >= MIN_SCORE)
    .filter(({ likeness, distance }) => likeness >= MIN_LIKENESS || (distance !== null && distance <= SAME_SPOT_KM))
    .sort((a, b) => b.score - a.score || b.candidate.submittedAt.getTime() - a.candidate.submittedAt.getTime())
    .slice(0, MAX_RESULTS)
    .map(({ candidate, distance, likeness }) => ({
      id: candidate.id,
      number: candidate.number,
      title: candidate.title,
      state: candidate.state,
      lga: candidate.lga,
      submitted_at: candidate.submittedAt.toISOString(),
      lat: candidate.lat,
      lng: candidate.lng,
      distance: distance === null ? null : Math.round(distance * 100) / 100,
      likeness: Math.round(likeness * 100) / 100,
      category: tree.get(candidate.categoryId)?.name ?? "",
      can_be_original: isOpenIreport(candidate.state) || candidate.state === "resolved",
    }));
}

/** Returns the ids of a category, its parent, siblings and subcategories, because people choose any of them for one problem. */
function categoryFamily(tree: ReadonlyMap<string, CategoryNode>, id: string): string[] {
  const root = tree.get(id)?.parentId ?? id;
  return [...tree.values()].filter((each) => each.id === root || each.parentId === root).map((each) => each.id);
}

/** Returns an SQL condition: the report is within 2 km, or in the same LGA if either report has no point. */
function nearbyFilter({ lat, lng, lga }: Candidate): SQL | undefined {
  const inLga = eq(ireports.lga, lga);
  if (lat === null || lng === null) return inLga;
  return or(isNearPlace({ lat, lng }, MAX_DISTANCE_KM), and(isNull(ireports.cell), inLga));
}

/**
 * Scores from 0 to 1 how likely two reports are about the same problem. The text counts half, the distance a third, the category the rest.
 * The distance scores 1 for the same point and 0 from 2 km; an unknown distance counts as 1 km.
 */
function toScored(report: Candidate, candidate: Candidate, likeness: number) {
  const distance = distanceOf(report, candidate);
  const nearness = 1 - Math.min(distance ?? MAX_DISTANCE_KM / 2, MAX_DISTANCE_KM) / MAX_DISTANCE_KM;
  const sameCategory = candidate.categoryId === report.categoryId ? 1 : 0;
  return { candidate, distance, likeness, score: likeness / 2 + nearness / 3 + sameCategory / 6 };
}

function distanceOf(a: Candidate, b: Candidate): number | null {
  if (a.lat === null || a.lng === null || b.lat === null || b.lng === null) return null;
  return kilometresBetween({ lat: a.lat, lng: a.lng }, { lat: b.lat, lng: b.lng });
}
