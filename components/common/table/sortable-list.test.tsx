import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { moved, SortableList } from "./sortable-list";

type Item = { id: string; name: string };
const ITEMS: Item[] = ["Ada", "Bassey", "Comfort", "Duke"].map((name) => ({ id: name.toLowerCase(), name }));
const ROW_HEIGHT = 40;

/** happy-dom lays nothing out: rows stand below each other here, in the order of the list. */
beforeEach(() => {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    const row = this.closest("li");
    const at = row?.parentElement ? [...row.parentElement.children].indexOf(row) : 0;
    return new DOMRect(0, at * ROW_HEIGHT, 300, ROW_HEIGHT);
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** As a screen holds it: the order that was asked for is the next one that is shown. */
function Held({ onOrder, disabled }: { onOrder: (ids: string[]) => void; disabled?: boolean }) {
  const [items, setItems] = useState(ITEMS);
  return (
    <SortableList
      label="People"
      items={items}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      render={({ name }) => <strong>{name}</strong>}
      disabled={disabled}
      onOrder={(ids) => {
        onOrder(ids);
        setItems(ids.flatMap((id) => items.find((item) => item.id === id) ?? []));
      }}
    />
  );
}

async function show() {
  const onOrder = vi.fn();
  render(<Held onOrder={onOrder} />);
  await screen.findByRole("button", { name: "Move Ada" });
  return onOrder;
}
const shown = () =>
  within(screen.getByRole("list", { name: "People" }))
    .getAllByRole("listitem")
    .map((row) => within(row).getByRole("strong").textContent);
const place = (name: string) =>
  screen.getByRole<HTMLInputElement>("textbox", { name: new RegExp(`^Position of ${name}`) });

function type(name: string, text: string, key?: "Enter" | "Escape") {
  fireEvent.focus(place(name));
  fireEvent.change(place(name), { target: { value: text } });
  if (key) fireEvent.keyDown(place(name), { key });
}

describe("by keyboard, on the handle", () => {
  const told = () => screen.getByRole("status").textContent;
  const press = async (code: string) => {
    // The list hears the arrow keys from the next turn on.
    await act(async () => {
      fireEvent.keyDown(document.activeElement ?? document.body, { code, key: code });
      await new Promise((resolve) => setTimeout(resolve, 30));
    });
  };
  const pickUp = async (name: string) => {
    screen.getByRole("button", { name: `Move ${name}` }).focus();
    await press("Space");
    await expect.poll(told).toContain(name);
  };

  test("Space picks up, arrows move, Space drops: one order, said to a screen reader", async () => {
    const onOrder = await show();
    await pickUp("Comfort");
    await press("ArrowUp");
    await expect.poll(told).toBe("Comfort would be 2 of 4.");
    await press("Space");
    await expect.poll(told).toBe("Comfort is now 2 of 4.");
    expect(onOrder.mock.calls).toEqual([[["ada", "comfort", "bassey", "duke"]]]);
    expect(shown()).toEqual(["Ada", "Comfort", "Bassey", "Duke"]);
  });

  test("Escape leaves everything where it was", async () => {
    const onOrder = await show();
    await pickUp("Ada");
    await press("ArrowDown");
    await expect.poll(told).toBe("Ada would be 2 of 4.");
    await press("Escape");
    await expect.poll(told).toBe("Ada stays where it was.");
    expect(onOrder).not.toHaveBeenCalled();
    expect(shown()).toEqual(["Ada", "Bassey", "Comfort", "Duke"]);
  });

  test("dropped where it was picked up, nothing is asked for", async () => {
    const onOrder = await show();
    await pickUp("Duke");
    await press("Space");
    await expect.poll(told).toBe("Duke is now 4 of 4.");
    expect(onOrder).not.toHaveBeenCalled();
  });
});

describe("by number", () => {
  test("a number and Enter move it there, and all places follow", async () => {
    const onOrder = await show();
    type("Duke", "1", "Enter");
    expect(onOrder.mock.calls).toEqual([[["duke", "ada", "bassey", "comfort"]]]);
    expect(shown()).toEqual(["Duke", "Ada", "Bassey", "Comfort"]);
    expect(["Duke", "Ada", "Bassey", "Comfort"].map((name) => place(name).value)).toEqual(["1", "2", "3", "4"]);
  });

  test("leaving the field does it as well", async () => {
    const onOrder = await show();
    type("Ada", "3");
    expect(onOrder).not.toHaveBeenCalled();
    fireEvent.blur(place("Ada"));
    expect(onOrder.mock.calls).toEqual([[["bassey", "comfort", "ada", "duke"]]]);
  });

  test("a number beyond the end is the end", async () => {
    const onOrder = await show();
    type("Ada", "99", "Enter");
    expect(onOrder.mock.calls).toEqual([[["bassey", "comfort", "duke", "ada"]]]);
  });

  test.each(["", " ", "0", "-1", "1.5", "two", "2"])(
    "“%s” for the second changes nothing, and its place is shown again",
    async (typed) => {
      const onOrder = await show();
      type("Bassey", typed, "Enter");
      expect(onOrder).not.toHaveBeenCalled();
      expect(place("Bassey").value).toBe("2");
    },
  );

  test("Escape takes back what was typed", async () => {
    const onOrder = await show();
    type("Bassey", "4", "Escape");
    expect(place("Bassey").value).toBe("2");
    fireEvent.blur(place("Bassey"));
    expect(onOrder).not.toHaveBeenCalled();
  });
});

test("who may not change the order sees it without handles and numbers", () => {
  render(<Held onOrder={vi.fn()} disabled />);
  expect(shown()).toEqual(["Ada", "Bassey", "Comfort", "Duke"]);
  expect(screen.queryAllByRole("button")).toEqual([]);
  expect(screen.queryAllByRole("textbox")).toEqual([]);
});

test("one moves, the others keep their order; beyond an end is the end", () => {
  const ids = ["a", "b", "c"];
  expect(moved(ids, "a", 2)).toEqual(["b", "c", "a"]);
  expect(moved(ids, "c", 0)).toEqual(["c", "a", "b"]);
  expect([moved(ids, "b", 9), moved(ids, "b", -3)]).toEqual([
    ["a", "c", "b"],
    ["b", "a", "c"],
  ]);
});

test("who is in the first list stays there: dragging comes once they have left it", async () => {
  render(<Held onOrder={vi.fn()} />);
  const typing = place("Bassey");
  act(() => typing.focus());
  await import("./sortable-drag");
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(document.activeElement).toBe(typing);
  act(() => place("Comfort").focus());
  await act(() => new Promise((resolve) => setTimeout(resolve, 400)));
  expect(document.activeElement).toBe(place("Comfort"));
  expect(screen.queryByRole("button", { name: "Move Ada" })).toBeNull();
  act(() => place("Comfort").blur());
  await screen.findByRole("button", { name: "Move Ada" });
});
