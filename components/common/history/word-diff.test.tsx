import { render, screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { WordDiff } from "./word-diff";

const changedTexts = (role: "insertion" | "deletion") =>
  screen.queryAllByRole(role).map(({ textContent }) => textContent);
/** Returns a text of `count` different words. */
const repeatWord = (word: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${word}${index}`).join(" ");

async function renderDiff(before: string, after: string) {
  const view = render(<WordDiff before={before} after={after} />);
  // Waits for the diff, which appears only after the first render.
  await expect.poll(() => view.container.querySelector("p")).not.toBeNull();
  return view;
}

describe("changed words", () => {
  test("a word diff marks removed words as deleted, added words as inserted, and leaves unchanged words unmarked", async () => {
    const { container } = await renderDiff("Fees are paid monthly.", "Fees are paid weekly.");
    expect([changedTexts("deletion"), changedTexts("insertion")]).toEqual([["monthly"], ["weekly"]]);
    expect(container.textContent).toBe("Fees are paid monthlyweekly.");
  });

  test("a word diff marks only the added words if none were removed, and only the removed words if none were added", async () => {
    const { rerender } = await renderDiff("You may send money.", "You may send and receive money.");
    expect([changedTexts("deletion"), changedTexts("insertion").join("").trim()]).toEqual([[], "and receive"]);
    rerender(<WordDiff before="You may send and receive money." after="You may send money." />);
    await expect.poll(() => changedTexts("deletion").join("").trim()).toBe("and receive");
    expect(changedTexts("insertion")).toEqual([]);
  });

  test("marks a whole text as inserted when it was empty before, as deleted when it is empty now", async () => {
    const { rerender } = await renderDiff("", "All of it is new.");
    expect([changedTexts("deletion"), changedTexts("insertion")]).toEqual([[], ["All of it is new."]]);
    rerender(<WordDiff before="All of it is new." after="" />);
    await expect.poll(() => changedTexts("deletion")).toEqual(["All of it is new."]);
    expect(changedTexts("insertion")).toEqual([]);
  });

  test("marks no words in the diff of equal texts", async () => {
    const { container } = await renderDiff("Nothing changed.", "Nothing changed.");
    expect([changedTexts("deletion"), changedTexts("insertion"), container.textContent]).toEqual([
      [],
      [],
      "Nothing changed.",
    ]);
  });
});

test("folds a long unchanged passage of a word diff and shows the words around each change", async () => {
  const middle = repeatWord("word", 200);
  const { container } = await renderDiff(`old ${middle} end`, `new ${middle} fin`);
  expect([changedTexts("deletion"), changedTexts("insertion")]).toEqual([
    ["old", "end"],
    ["new", "fin"],
  ]);
  expect(container.textContent).toMatch(/\d+ words unchanged/);
  expect(container.textContent).toContain("word0 word1");
  expect(container.textContent).toContain("word199");
  expect(container.textContent).not.toContain("word100 ");
});

test("renders HTML in compared texts as plain text", async () => {
  const { container } = await renderDiff("a", "<img src=x> a");
  expect(container.querySelector("img")).toBeNull();
  expect(changedTexts("insertion").join("")).toContain("<img");
});
