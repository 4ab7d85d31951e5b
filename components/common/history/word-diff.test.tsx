import { render, screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { WordDiff } from "./word-diff";

const words = (role: "insertion" | "deletion") => screen.queryAllByRole(role).map(({ textContent }) => textContent);
/** Returns a passage of `count` different words. */
const many = (word: string, count: number) => Array.from({ length: count }, (_, index) => `${word}${index}`).join(" ");

async function show(before: string, after: string) {
  const shown = render(<WordDiff before={before} after={after} />);
  // The diff loads after the first render.
  await expect.poll(() => shown.container.querySelector("p")).not.toBeNull();
  return shown;
}

describe("changed words", () => {
  test("marks removed words as deleted, added words as inserted, unchanged words as neither", async () => {
    const { container } = await show("Fees are paid monthly.", "Fees are paid weekly.");
    expect([words("deletion"), words("insertion")]).toEqual([["monthly"], ["weekly"]]);
    expect(container.textContent).toBe("Fees are paid monthlyweekly.");
  });

  test("marks words that were only added or only removed", async () => {
    const { rerender } = await show("You may send money.", "You may send and receive money.");
    expect([words("deletion"), words("insertion").join("").trim()]).toEqual([[], "and receive"]);
    rerender(<WordDiff before="You may send and receive money." after="You may send money." />);
    await expect.poll(() => words("deletion").join("").trim()).toBe("and receive");
    expect(words("insertion")).toEqual([]);
  });

  test("marks the whole text as inserted when it was empty before, as deleted when it is empty now", async () => {
    const { rerender } = await show("", "All of it is new.");
    expect([words("deletion"), words("insertion")]).toEqual([[], ["All of it is new."]]);
    rerender(<WordDiff before="All of it is new." after="" />);
    await expect.poll(() => words("deletion")).toEqual(["All of it is new."]);
    expect(words("insertion")).toEqual([]);
  });

  test("marks nothing in equal texts", async () => {
    const { container } = await show("Nothing changed.", "Nothing changed.");
    expect([words("deletion"), words("insertion"), container.textContent]).toEqual([[], [], "Nothing changed."]);
  });
});

test("folds a long unchanged passage and shows the words around each change", async () => {
  const middle = many("word", 200);
  const { container } = await show(`old ${middle} end`, `new ${middle} fin`);
  expect([words("deletion"), words("insertion")]).toEqual([
    ["old", "end"],
    ["new", "fin"],
  ]);
  expect(container.textContent).toMatch(/\d+ words unchanged/);
  expect(container.textContent).toContain("word0 word1");
  expect(container.textContent).toContain("word199");
  expect(container.textContent).not.toContain("word100 ");
});

test("renders markup as plain text", async () => {
  const { container } = await show("a", "<img src=x> a");
  expect(container.querySelector("img")).toBeNull();
  expect(words("insertion").join("")).toContain("<img");
});
