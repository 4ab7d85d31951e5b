import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { Dialog } from "./dialog";
import { Popover } from "./popover";

/** Renders two nested dialogs. Their actions may remove or disable the buttons that opened them. */
function TestPage({ after: effect }: { after: "kept" | "removed" | "disabled" }) {
  const [open, setOpen] = useState<"none" | "outer" | "both">("none");
  const [isUsed, setIsUsed] = useState(false);
  const isRemoved = isUsed && effect === "removed";
  const isDisabled = isUsed && effect === "disabled";
  const end = (next: "none" | "outer") => {
    setIsUsed(true);
    setOpen(next);
  };
  return (
    <main tabIndex={-1}>
      {!isRemoved && (
        <button type="button" disabled={isDisabled} onClick={() => setOpen("outer")}>
          Open
        </button>
      )}
      <Dialog open={open !== "none"} onOpenChange={() => end("none")} title="Outer">
        {!isRemoved && (
          <button type="button" disabled={isDisabled} onClick={() => setOpen("both")}>
            Go on
          </button>
        )}
        <Dialog open={open === "both"} onOpenChange={() => end("outer")} title="Inner">
          <button type="button" onClick={() => end("none")}>
            End both
          </button>
        </Dialog>
      </Dialog>
    </main>
  );
}

/** Renders a page with a form that shows its result in another dialog. */
function FormWithResult() {
  const [open, setOpen] = useState<"none" | "form" | "result">("none");
  return (
    <main tabIndex={-1}>
      <button type="button" onClick={() => setOpen("form")}>
        Open
      </button>
      <Dialog open={open === "form"} onOpenChange={() => setOpen("none")} title="Form">
        <button type="button" onClick={() => setOpen("result")}>
          Save
        </button>
      </Dialog>
      <Dialog open={open === "result"} onOpenChange={() => setOpen("none")} title="Result">
        <button type="button" onClick={() => setOpen("none")}>
          Done
        </button>
      </Dialog>
    </main>
  );
}

/** A page with a menu whose entries open a dialog. */
function PageWithMenu() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <main tabIndex={-1}>
      <Popover button="Menu" label="Actions">
        {(close) => (
          <button
            type="button"
            onClick={() => {
              close();
              setIsOpen(true);
            }}
          >
            Rename
          </button>
        )}
      </Popover>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title="Rename">
        <button type="button">Save</button>
      </Dialog>
    </main>
  );
}

const clickButton = async (name: string) => {
  const button = await screen.findByRole("button", { name });
  button.focus();
  fireEvent.click(button);
};
/** Waits until the focus is inside the dialog. */
const isDialogOpen = async (name: string) => {
  const dialog = await screen.findByRole("dialog", { name });
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  return dialog;
};
const pressEscape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
const expectFocus = (element: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element()));

it("returns the focus to the element that opened a dialog when the dialog closes", async () => {
  render(<TestPage after="kept" />);
  await clickButton("Open");
  await isDialogOpen("Outer");
  await clickButton("Go on");
  await isDialogOpen("Inner");
  pressEscape();
  await expectFocus(() => screen.getByRole("button", { name: "Go on" }));
  pressEscape();
  await expectFocus(() => screen.getByRole("button", { name: "Open" }));
});

it.each(["removed", "disabled"] as const)("moves the focus to the main content if the opener is %s", async (effect) => {
  render(<TestPage after={effect} />);
  await clickButton("Open");
  await isDialogOpen("Outer");
  pressEscape();
  await expectFocus(() => screen.getByRole("main"));
});

it.each(["removed", "disabled"] as const)(
  "closing an inner dialog moves the focus to the outer dialog if the button that opened the inner one is %s",
  async (effect) => {
    render(<TestPage after={effect} />);
    await clickButton("Open");
    const outer = await isDialogOpen("Outer");
    await clickButton("Go on");
    await isDialogOpen("Inner");
    pressEscape();
    await expectFocus(() => outer);
  },
);

it("returns the focus to the button that opened the outer dialog when both dialogs close together", async () => {
  render(<TestPage after="kept" />);
  await clickButton("Open");
  await isDialogOpen("Outer");
  await clickButton("Go on");
  await isDialogOpen("Inner");
  await clickButton("End both");
  await expectFocus(() => screen.getByRole("button", { name: "Open" }));
});

it("returns the focus to the button that opened a form after the form's result dialog closes", async () => {
  render(<FormWithResult />);
  await clickButton("Open");
  await isDialogOpen("Form");
  await clickButton("Save");
  await isDialogOpen("Result");
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Form" })).toBeNull());
  await clickButton("Done");
  await expectFocus(() => screen.getByRole("button", { name: "Open" }));
});

it("returns the focus to the menu's button if the menu entry that opened the dialog no longer exists", async () => {
  render(<PageWithMenu />);
  // In the second run, the code of dialog and menu is already loaded, so both change in the same render.
  for (let time = 0; time < 2; time++) {
    await clickButton("Menu");
    await clickButton("Rename");
    await isDialogOpen("Rename");
    pressEscape();
    await expectFocus(() => screen.getByRole("button", { name: "Menu" }));
  }
});
