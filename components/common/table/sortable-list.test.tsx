import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { moved, SortableList } from "./sortable-list";

type Item = { id: string; name: string };
const ITEMS: Item[] = ["Ada", "Bassey", "Comfort", "Duke"].map((name) => ({ id: name.toLowerCase(), name }));
const ROW_HEIGHT = 40;

/** happy-dom has no layout: this stub places each row below the previous one. */
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

/** Renders the list with state: after `onOrder` it shows the new order. */
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

describe("by keyboard, with the handle focused", () => {
  const told = () => screen.getByRole("status").textContent;
  const press = async (code: string) => {
    // Waits 30 ms after each key, because the keyboard sensor listens for arrow keys only after a timeout.
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

  test("picks up with Space, moves with arrow keys, drops with Space, calls `onOrder` once and announces each step", async () => {
    const onOrder = await show();
    await pickUp("Comfort");
    await press("ArrowUp");
    await expect.poll(told).toBe("Comfort would be 2 of 4.");
    await press("Space");
    await expect.poll(told).toBe("Comfort is now 2 of 4.");
    expect(onOrder.mock.calls).toEqual([[["ada", "comfort", "bassey", "duke"]]]);
    expect(shown()).toEqual(["Ada", "Comfort", "Bassey", "Duke"]);
  });

  test("cancels a move with Escape", async () => {
    const onOrder = await show();
    await pickUp("Ada");
    await press("ArrowDown");
    await expect.poll(told).toBe("Ada would be 2 of 4.");
    await press("Escape");
    await expect.poll(told).toBe("Ada stays where it was.");
    expect(onOrder).not.toHaveBeenCalled();
    expect(shown()).toEqual(["Ada", "Bassey", "Comfort", "Duke"]);
  });

  test("does not call `onOrder` when an item is dropped in its old position", async () => {
    const onOrder = await show();
    await pickUp("Duke");
    await press("Space");
    await expect.poll(told).toBe("Duke is now 4 of 4.");
    expect(onOrder).not.toHaveBeenCalled();
  });
});

describe("by position number", () => {
  test("moves an item to a number on Enter and renumbers all", async () => {
    const onOrder = await show();
    type("Duke", "1", "Enter");
    expect(onOrder.mock.calls).toEqual([[["duke", "ada", "bassey", "comfort"]]]);
    expect(shown()).toEqual(["Duke", "Ada", "Bassey", "Comfort"]);
    expect(["Duke", "Ada", "Bassey", "Comfort"].map((name) => place(name).value)).toEqual(["1", "2", "3", "4"]);
  });

  test("moves an item when its number field loses focus", async () => {
    const onOrder = await show();
    type("Ada", "3");
    expect(onOrder).not.toHaveBeenCalled();
    fireEvent.blur(place("Ada"));
    expect(onOrder.mock.calls).toEqual([[["bassey", "comfort", "ada", "duke"]]]);
  });

  test("moves an item to the end for a number beyond it", async () => {
    const onOrder = await show();
    type("Ada", "99", "Enter");
    expect(onOrder.mock.calls).toEqual([[["bassey", "comfort", "duke", "ada"]]]);
  });

  test.each(["", " ", "0", "-1", "1.5", "two", "2"])(
    "ignores “%s” as the second item's position and shows the old position",
    async (typed) => {
      const onOrder = await show();
      type("Bassey", typed, "Enter");
      expect(onOrder).not.toHaveBeenCalled();
      expect(place("Bassey").value).toBe("2");
    },
  );

  test("discards a typed number on Escape", async () => {
    const onOrder = await show();
    type("Bassey", "4", "Escape");
    expect(place("Bassey").value).toBe("2");
    fireEvent.blur(place("Bassey"));
    expect(onOrder).not.toHaveBeenCalled();
  });
});

test("shows the order without handles and numbers when disabled", () => {
  render(<Held onOrder={vi.fn()} disabled />);
  expect(shown()).toEqual(["Ada", "Bassey", "Comfort", "Duke"]);
  expect(screen.queryAllByRole("button")).toEqual([]);
  expect(screen.queryAllByRole("textbox")).toEqual([]);
});

test("moves one id, keeps the order of the others, and limits the position to both ends", () => {
  const ids = ["a", "b", "c"];
  expect(moved(ids, "a", 2)).toEqual(["b", "c", "a"]);
  expect(moved(ids, "c", 0)).toEqual(["c", "a", "b"]);
  expect([moved(ids, "b", 9), moved(ids, "b", -3)]).toEqual([
    ["a", "c", "b"],
    ["b", "a", "c"],
  ]);
});

test("keeps the focus in the first list and enables dragging once the focus has left it", async () => {
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
