import { expect, it } from "vitest";
import { parseMailedLink } from "./mailed-link";

it("parseMailedLink returns reference and email of a mailed link", () => {
  const link = { reference: "abc", email: "a@example.com" };
  expect(parseMailedLink({ ...link, utm_source: "mail" })).toEqual(link);
});

it.each([
  {},
  { reference: "abc" },
  { email: "a@example.com" },
  { reference: "", email: "" },
  { reference: "a", email: ["b", "c"] },
  { reference: ["a", "b"], email: "c@example.com" },
])("parseMailedLink returns null if a parameter is missing, empty or repeated: %o", (searchParams) => {
  expect(parseMailedLink(searchParams)).toBeNull();
});
