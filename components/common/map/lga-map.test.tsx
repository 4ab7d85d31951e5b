import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { LGAS, type Lga } from "@/lib/contract/lgas.values";
import { nextLgaByKey } from "./lga-keys";
import { LgaMap } from "./lga-map";

const legendWords = { title: "Open reports", none: "None" };
const lgaLabel = (lga: Lga, value: number) => `${lga}: ${value} open reports`;
const getButton = (name: RegExp) => screen.getByRole("button", { name });

/** Renders the map with its own state for the selection. */
function TestMap({ values = {}, first = null }: { values?: Partial<Record<Lga, number>>; first?: Lga | null }) {
  const [selected, setSelected] = useState<Lga | null>(first);
  return (
    <>
      <LgaMap
        caption="Open reports by LGA"
        values={values}
        label={lgaLabel}
        selected={selected}
        onSelect={setSelected}
        points={[
          { id: "1", lat: 5.96, lng: 8.72, label: "R-1 Broken culvert", href: "/r/1" },
          { id: "2", lat: 4.97, lng: 8.34, label: "R-2 Street light" },
        ]}
        legend={legendWords}
      />
      <output>{selected ?? "nothing"}</output>
    </>
  );
}
const selectedText = () => screen.getByRole("status").textContent;

it("renders a button with name and value for every LGA, and a single tab stop", () => {
  render(<TestMap values={{ Ikom: 12 }} />);
  const map = screen.getByRole("group", { name: "Open reports by LGA" });
  const buttons = within(map).getAllByRole("button");
  expect(buttons.map((each) => each.getAttribute("aria-label"))).toEqual(
    LGAS.map((lga) => lgaLabel(lga, lga === "Ikom" ? 12 : 0)),
  );
  expect(buttons.filter((each) => each.getAttribute("tabindex") === "0")).toHaveLength(1);
  expect(buttons.every((each) => (each.getAttribute("d") ?? "").length > 40)).toBe(true);
});

it("selects an LGA on click and clears the selection on a second click", () => {
  render(<TestMap />);
  fireEvent.click(getButton(/^Ikom/));
  expect(selectedText()).toBe("Ikom");
  expect(getButton(/^Ikom/).getAttribute("aria-pressed")).toBe("true");
  expect(getButton(/^Boki/).getAttribute("aria-pressed")).toBe("false");
  fireEvent.click(getButton(/^Ikom/));
  expect(selectedText()).toBe("nothing");
});

it("moves to neighbouring LGAs by arrow keys, selects by Enter and Space, clears by Escape", () => {
  render(<TestMap />);
  act(() => getButton(/^Ikom/).focus());
  expect(getButton(/^Ikom/).getAttribute("tabindex")).toBe("0");
  fireEvent.keyDown(getButton(/^Ikom/), { key: "ArrowRight" });
  expect(document.activeElement).toBe(getButton(/^Boki/));
  expect(getButton(/^Boki/).getAttribute("tabindex")).toBe("0");
  expect(getButton(/^Ikom/).getAttribute("tabindex")).toBe("-1");
  fireEvent.keyDown(getButton(/^Boki/), { key: "Enter" });
  expect(selectedText()).toBe("Boki");
  fireEvent.keyDown(getButton(/^Boki/), { key: "ArrowDown" });
  expect(document.activeElement).toBe(getButton(/^Etung/));
  fireEvent.keyDown(getButton(/^Etung/), { key: " " });
  expect(selectedText()).toBe("Etung");
  fireEvent.keyDown(getButton(/^Etung/), { key: "Escape" });
  expect(selectedText()).toBe("nothing");
});

it("the map ignores keys with a modifier, and Escape while no LGA is selected", () => {
  render(<TestMap />);
  expect(fireEvent.keyDown(getButton(/^Ikom/), { key: "ArrowRight", altKey: true })).toBe(true);
  expect(fireEvent.keyDown(getButton(/^Ikom/), { key: "Escape" })).toBe(true);
  expect(fireEvent.keyDown(getButton(/^Ikom/), { key: "ArrowRight" })).toBe(false);
});

it("places the map's tab stop at the selected LGA", () => {
  render(<TestMap first="Yala" />);
  expect(getButton(/^Yala/).getAttribute("tabindex")).toBe("0");
  expect(getButton(/^Abi/).getAttribute("tabindex")).toBe("-1");
});

it("shows a tooltip with the LGA's value on hover and focus", () => {
  render(<TestMap values={{ Ikom: 12 }} />);
  fireEvent.pointerEnter(getButton(/^Ikom/));
  expect(screen.getByText("Ikom: 12 open reports")).toBeDefined();
  fireEvent.pointerLeave(getButton(/^Ikom/));
  expect(screen.queryByText("Ikom: 12 open reports")).toBeNull();
  fireEvent.focus(getButton(/^Boki/));
  expect(screen.getByText("Boki: 0 open reports")).toBeDefined();
});

it("marks places on the map, links those with an href, and credits the source of the boundaries", () => {
  render(<TestMap />);
  expect(screen.getByRole("link", { name: "R-1 Broken culvert" }).getAttribute("href")).toBe("/r/1");
  expect(screen.getByRole("img", { name: "R-2 Street light" })).toBeDefined();
  expect(screen.getByRole("link", { name: "geoBoundaries" }).getAttribute("href")).toBe(
    "https://www.geoboundaries.org",
  );
  expect(screen.getByRole("link", { name: "CC BY 4.0" })).toBeDefined();
});

it("the map's legend explains each shade by its range of values", () => {
  render(<TestMap values={{ Ikom: 1_200, Boki: 40, Abi: 3, Yala: 3, Etung: 9, Ogoja: 10, Odukpani: 41, Obudu: 0 }} />);
  const texts = screen.getAllByRole("listitem").map((each) => each.textContent);
  expect(texts).toEqual(expect.arrayContaining(["None", "3", "9", "10–40", "41", "1,200"]));
});

describe("arrow keys", () => {
  it("reaches every LGA by arrow keys, starting from any LGA", () => {
    for (const start of LGAS) {
      const reachedLgas = new Set<Lga>([start]);
      for (const lga of reachedLgas)
        for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"])
          reachedLgas.add(nextLgaByKey(lga, key) ?? lga);
      expect([start, [...reachedLgas].sort()]).toEqual([start, [...LGAS]]);
    }
  });

  it("stops arrow keys at the border of the state; Home and End move to the first and last LGA by name", () => {
    expect(nextLgaByKey("Bakassi", "ArrowDown")).toBeNull();
    expect(nextLgaByKey("Ikom", "Home")).toBe("Abi");
    expect(nextLgaByKey("Ikom", "End")).toBe("Yala");
    expect(nextLgaByKey("Ikom", "a")).toBeNull();
  });
});
