import type { BenchCase, SampleRecords } from "./cases";

const LIST_PATH = "/ireports";
const CATEGORY_ID = "00000000-0000-7000-8c00-000000000012";
const TOP_CATEGORY_ID = "00000000-0000-7000-8c00-000000000020";
const OFFICER_ID = "00000000-0000-7000-b000-000000000007";

/**
 * Returns the API calls on reports that the benchmark measures. The list of reports shows at most 10,000 rows, so the page with row 10,000
 * is the deepest.
 */
export function reportCasesOf(sample: SampleRecords, day: (daysBack: number) => string): BenchCase[] {
  const growsCase = (name: string, path: string): BenchCase => ({ name: `reports, ${name}`, path, rule: "grows" });
  const lastPageCase = (name: string, query: string): BenchCase => ({
    name: `reports, ${name}, last page`,
    path: `${LIST_PATH}?${query}&page=499`,
    rule: "deep",
    first: name ? `reports, ${name}` : "reports",
  });
  const search = (name: string, searchText: string): BenchCase => ({
    name: `reports, ${name}`,
    path: `${LIST_PATH}?q=${encodeURIComponent(searchText)}`,
    rule: "search",
    first: "reports, first page",
  });
  const filters = [
    "state=submitted",
    "state=resolved",
    "state=rejected,waiting_for_citizen",
    "lga=Abi",
    "lga=Calabar%20Municipal",
    "priority=urgent",
    "owner=nobody",
    `owner=${OFFICER_ID}`,
    "owner=me",
    "late=true",
    "escalated=true",
    "reopened=true",
    `category=${CATEGORY_ID}`,
    `category=${TOP_CATEGORY_ID}`,
    "department=00000000-0000-7000-9000-000000000003",
    `submitted_from=${day(107)}&submitted_to=${day(100)}`,
    `due_from=${day(107)}&due_to=${day(100)}`,
    `reporter=${sample.userId}`,
  ];
  const sorts = [
    "-due_at",
    "state_due_at",
    "-state_due_at",
    "submitted_at",
    "-submitted_at",
    "number",
    "-number",
    "priority",
    "-priority",
  ];
  return [
    growsCase("first page", LIST_PATH),
    ...sorts.map((sort) => growsCase(`sort ${sort}`, `${LIST_PATH}?sort=${sort}`)),
    ...filters.map((filter) =>
      growsCase(filter.replace(/[\da-f-]{36}/, "one").replaceAll(/\d{4}-\d\d-\d\d/g, "day"), `${LIST_PATH}?${filter}`),
    ),
    growsCase("near a point, 1 km", `${LIST_PATH}?near=4.9757,8.3417&within=1`),
    growsCase("near a point, 2 km", `${LIST_PATH}?near=4.9757,8.3417`),
    growsCase("near a point, 25 km", `${LIST_PATH}?near=4.9757,8.3417&within=25`),
    growsCase("near a point, where few are", `${LIST_PATH}?near=6.02,8.79&within=2`),
    growsCase("near a point, late", `${LIST_PATH}?near=4.9757,8.3417&within=5&late=true`),
    growsCase("open, an LGA, newest", `${LIST_PATH}?state=submitted,acknowledged&lga=Ikom&sort=-submitted_at`),
    search("paste a number", sample.report?.number ?? ""),
    search("paste a phone", sample.phone),
    search("paste an email", sample.email),
    search("words that few have", "pothole marian house 777"),
    search("words that many have", "pothole road"),
    search("a word that none has", "helicopter"),
    search("two letters", "po"),
    lastPageCase("first page", "sort=due_at"),
    lastPageCase("sort -submitted_at", "sort=-submitted_at"),
    lastPageCase("state=resolved", "state=resolved"),
    growsCase("similar ones", `${LIST_PATH}/${sample.report?.id}/similar`),
    growsCase("one", `${LIST_PATH}/${sample.report?.id}`),
    growsCase("categories", `${LIST_PATH}/categories`),
    growsCase("pulse", `${LIST_PATH}/pulse?since=0`),
    growsCase("figures of 30 days", `${LIST_PATH}/stats`),
    growsCase("figures of a year", `${LIST_PATH}/stats?from=${day(364)}&to=${day(0)}`),
  ];
}
