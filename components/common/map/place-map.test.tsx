import { render, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { PlaceMap } from "./place-map";

const REPORT_POINT = { id: "own", lat: 5.9617, lng: 8.7206, label: "R-7 Blocked drain" };
const SIMILAR_POINTS = [
  { id: "a", lat: 5.97, lng: 8.73, label: "R-1 Flooded road", href: "/r/1" },
  { id: "b", lat: 5.99, lng: 8.7, label: "R-2 Blocked gutter", href: "/r/2" },
];

/** Returns the position of a mark in percent. */
const markerPosition = (element: HTMLElement) => {
  const { left, top } = element.closest("li")?.style ?? { left: "", top: "" };
  return [left, top].map(Number.parseFloat);
};

it("shows the LGA, the place and links to similar places on the map", () => {
  render(<PlaceMap lga="Ikom" point={REPORT_POINT} similar={SIMILAR_POINTS} />);
  expect(screen.getByRole("img", { name: "Ikom on the map of the state" })).toBeDefined();
  expect(screen.getByRole("img", { name: "R-7 Blocked drain" })).toBeDefined();
  const links = within(screen.getByRole("list", { name: "Similar reports" })).getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/r/1", "/r/2"]);
  expect(screen.getByRole("link", { name: "geoBoundaries" })).toBeDefined();
});

it("zooms a place's map in enough to distinguish places, with north at the top and east at the right", () => {
  render(<PlaceMap lga="Ikom" point={REPORT_POINT} similar={SIMILAR_POINTS} />);
  const [left = 0, top = 0] = markerPosition(screen.getByRole("img", { name: "R-7 Blocked drain" }));
  const [otherLeft = 0, otherTop = 0] = markerPosition(screen.getByRole("link", { name: "R-1 Flooded road" }));
  expect(otherLeft).toBeGreaterThan(left + 0.5);
  expect(otherTop).toBeLessThan(top - 0.5);
});

it("keeps a place outside the given LGA in view on the map", () => {
  render(<PlaceMap lga="Bakassi" point={REPORT_POINT} />);
  for (const part of markerPosition(screen.getByRole("img", { name: "R-7 Blocked drain" }))) {
    expect(part).toBeGreaterThan(0);
    expect(part).toBeLessThan(100);
  }
});

it("maps the whole state if no LGA is given, and only the LGA if no point is given", () => {
  const { rerender } = render(<PlaceMap lga={null} point={null} />);
  expect(screen.getByRole("img", { name: "Map of the state" })).toBeDefined();
  rerender(<PlaceMap lga="Yala" point={null} />);
  expect(screen.getByRole("img", { name: "Yala on the map of the state" })).toBeDefined();
  expect(screen.queryByRole("list")).toBeNull();
});

it("shows the small locator map in a corner of the place map that contains no marks", () => {
  const locatorCorner = () => document.querySelector("svg svg")?.getAttribute("x");
  const { rerender } = render(<PlaceMap lga="Ikom" point={REPORT_POINT} />);
  expect(locatorCorner()).toBe("322");
  rerender(<PlaceMap lga="Ikom" point={{ ...REPORT_POINT, lat: 6.5, lng: 8.95 }} />);
  expect(locatorCorner()).toBe("8");
});
