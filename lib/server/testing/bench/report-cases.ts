import type { Case, Sample } from "./cases";

const LIST = "/ireports";
const IN_CATEGORY = "00000000-0000-7000-8c00-000000000012";
const FIRST_LEVEL = "00000000-0000-7000-8c00-000000000020";
const OFFICER = "00000000-0000-7000-b000-000000000007";

/** Returns calls about reports. Their list ends at row 10,000, so its last page is its deepest. */
export function reportCasesOf(sample: Sample, day: (back: number) => string): Case[] {
  const grows = (name: string, path: string): Case => ({ name: `reports, ${name}`, path, rule: "grows" });
  const last = (name: string, query: string): Case => ({
    name: `reports, ${name}, last page`,
    path: `${LIST}?${query}&page=499`,
    rule: "deep",
    first: name ? `reports, ${name}` : "reports",
  });
  const search = (name: string, typed: string): Case => ({
    name: `reports, ${name}`,
    path: `${LIST}?q=${encodeURIComponent(typed)}`,
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
    `owner=${OFFICER}`,
    "owner=me",
    "late=true",
    "escalated=true",
    "reopened=true",
    `category=${IN_CATEGORY}`,
    `category=${FIRST_LEVEL}`,
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
    grows("first page", LIST),
    ...sorts.map((sort) => grows(`sort ${sort}`, `${LIST}?sort=${sort}`)),
    ...filters.map((filter) =>
      grows(filter.replace(/[\da-f-]{36}/, "one").replaceAll(/\d{4}-\d\d-\d\d/g, "day"), `${LIST}?${filter}`),
    ),
    grows("near a point, 1 km", `${LIST}?near=4.9757,8.3417&within=1`),
    grows("near a point, 2 km", `${LIST}?near=4.9757,8.3417`),
    grows("near a point, 25 km", `${LIST}?near=4.9757,8.3417&within=25`),
    grows("near a point, where few are", `${LIST}?near=6.02,8.79&within=2`),
    grows("near a point, late", `${LIST}?near=4.9757,8.3417&within=5&late=true`),
    grows("open, an LGA, newest", `${LIST}?state=submitted,acknowledged&lga=Ikom&sort=-submitted_at`),
    search("paste a number", sample.report?.number ?? ""),
    search("paste a phone", sample.phone),
    search("paste an email", sample.email),
    search("words that few have", "pothole marian house 777"),
    search("words that many have", "pothole road"),
    search("a word that none has", "helicopter"),
    search("two letters", "po"),
    last("first page", "sort=due_at"),
    last("sort -submitted_at", "sort=-submitted_at"),
    last("state=resolved", "state=resolved"),
    grows("similar ones", `${LIST}/${sample.report?.id}/similar`),
    grows("one", `${LIST}/${sample.report?.id}`),
    grows("categories", `${LIST}/categories`),
    grows("pulse", `${LIST}/pulse?since=0`),
    grows("figures of 30 days", `${LIST}/stats`),
    grows("figures of a year", `${LIST}/stats?from=${day(364)}&to=${day(0)}`),
  ];
}
