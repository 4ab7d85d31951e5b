import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { moveToIndex, SortableList } from "./sortable-list";

type Item = { id: string; name: string };
const PEOPLE: Item[] = ["Ada", "Bassey", "Comfort", "Duke"].map((name) => ({ id: name.toLowerCase(), name }));
const ROW_HEIGHT = 40;

/** Places each row below the previous one, because happy-dom has no layout. */
beforeEach(() => {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    const row = this.closest("li");
    const index = row?.parentElement ? [...row.parentElement.children].indexOf(row) : 0;
    return new DOMRect(0, index * ROW_HEIGHT, 300, ROW_HEIGHT);
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Renders a list whose state follows `onOrder`. */
function TestList({ onOrder, disabled }: { onOrder: (ids: string[]) => void; disabled?: boolean }) {
  const [items, setItems] = useState(PEOPLE);
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

async function renderList() {
  const onOrder = vi.fn();
  render(<TestList onOrder={onOrder} />);
  await screen.findByRole("button", { name: "Move Ada" });
  return onOrder;
}
const shownNames = () =>
  within(screen.getByRole("list", { name: "People" }))
    .getAllByRole("listitem")
    .map((row) => within(row).getByRole("strong").textContent);
const positionBox = (name: string) =>
  screen.getByRole<HTMLInputElement>("textbox", { name: new RegExp(`^Position of ${name}`) });

function type(name: string, text: string, key?: "Enter" | "Escape") {
  fireEvent.focus(positionBox(name));
  fireEvent.change(positionBox(name), { target: { value: text } });
  if (key) fireEvent.keyDown(positionBox(name), { key });
}

describe("by keyboard, with the handle focused", () => {
  const announcement = () => screen.getByRole("status").textContent;
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
    await expect.poll(announcement).toContain(name);
  };

  test("a sortable list moves an item by Space and arrow keys, announces each step, and calls `onOrder` once", async () => {
    const onOrder = await renderList();
    await pickUp("Comfort");
    await press("ArrowUp");
    await expect.poll(announcement).toBe("Comfort would be 2 of 4.");
    await press("Space");
    await expect.poll(announcement).toBe("Comfort is now 2 of 4.");
    expect(onOrder.mock.calls).toEqual([[["ada", "comfort", "bassey", "duke"]]]);
    expect(shownNames()).toEqual(["Ada", "Comfort", "Bassey", "Duke"]);
  });

  test("Escape cancels the keyboard move of a sortable list's item", async () => {
    const onOrder = await renderList();
    await pickUp("Ada");
    await press("ArrowDown");
    await expect.poll(announcement).toBe("Ada would be 2 of 4.");
    await press("Escape");
    await expect.poll(announcement).toBe("Ada stays where it was.");
    expect(onOrder).not.toHaveBeenCalled();
    expect(shownNames()).toEqual(["Ada", "Bassey", "Comfort", "Duke"]);
  });

  test("a sortable list does not call `onOrder` when an item is dropped in its old position", async () => {
    const onOrder = await renderList();
    await pickUp("Duke");
    await press("Space");
    await expect.poll(announcement).toBe("Duke is now 4 of 4.");
    expect(onOrder).not.toHaveBeenCalled();
  });
});

describe("by position number", () => {
  test("a sortable list moves an item to a typed position on Enter, and renumbers all items", async () => {
    const onOrder = await renderList();
    type("Duke", "1", "Enter");
    expect(onOrder.mock.calls).toEqual([[["duke", "ada", "bassey", "comfort"]]]);
    expect(shownNames()).toEqual(["Duke", "Ada", "Bassey", "Comfort"]);
    expect(["Duke", "Ada", "Bassey", "Comfort"].map((name) => positionBox(name).value)).toEqual(["1", "2", "3", "4"]);
  });

  test("moves an item when its position field loses focus", async () => {
    const onOrder = await renderList();
    type("Ada", "3");
    expect(onOrder).not.toHaveBeenCalled();
    fireEvent.blur(positionBox("Ada"));
    expect(onOrder.mock.calls).toEqual([[["bassey", "comfort", "ada", "duke"]]]);
  });

  test("moves an item to the end of a sortable list if the typed position is beyond the end", async () => {
    const onOrder = await renderList();
    type("Ada", "99", "Enter");
    expect(onOrder.mock.calls).toEqual([[["bassey", "comfort", "duke", "ada"]]]);
  });

  test.each(["", " ", "0", "-1", "1.5", "two", "2"])(
    "ignores “%s” as the second item's position and shows the old position",
    async (typedText) => {
      const onOrder = await renderList();
      type("Bassey", typedText, "Enter");
      expect(onOrder).not.toHaveBeenCalled();
      expect(positionBox("Bassey").value).toBe("2");
    },
  );

  test("discards an item's typed position on Escape", async () => {
    const onOrder = await renderList();
    type("Bassey", "4", "Escape");
    expect(positionBox("Bassey").value).toBe("2");
    fireEvent.blur(positionBox("Bassey"));
    expect(onOrder).not.toHaveBeenCalled();
  });
});

test("shows a disabled list without drag handles and position fields", () => {
  render(<TestList onOrder={vi.fn()} disabled />);
  expect(shownNames()).toEqual(["Ada", "Bassey", "Comfort", "Duke"]);
  expect(screen.queryAllByRole("button")).toEqual([]);
  expect(screen.queryAllByRole("textbox")).toEqual([]);
});

test("moveToIndex moves one id, keeps the order of the others, and clamps the position", () => {
  const ids = ["a", "b", "c"];
  expect(moveToIndex(ids, "a", 2)).toEqual(["b", "c", "a"]);
  expect(moveToIndex(ids, "c", 0)).toEqual(["c", "a", "b"]);
  expect([moveToIndex(ids, "b", 9), moveToIndex(ids, "b", -3)]).toEqual([
    ["a", "c", "b"],
    ["b", "a", "c"],
  ]);
});

test("keeps the focus in a list without drag handles, and enables dragging once the focus has left the list", async () => {
  render(<TestList onOrder={vi.fn()} />);
  const positionInput = positionBox("Bassey");
  act(() => positionInput.focus());
  await import("./sortable-drag");
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(document.activeElement).toBe(positionInput);
  act(() => positionBox("Comfort").focus());
  await act(() => new Promise((resolve) => setTimeout(resolve, 400)));
  expect(document.activeElement).toBe(positionBox("Comfort"));
  expect(screen.queryByRole("button", { name: "Move Ada" })).toBeNull();
  act(() => positionBox("Comfort").blur());
  await screen.findByRole("button", { name: "Move Ada" });
});
