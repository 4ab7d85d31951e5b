import type { ContentEntryDetails } from "@/lib/contract/content-entries";
import { type ContentEntryKind, isLegalContentEntryKind } from "@/lib/contract/content-entries.values";

/** Action on a content entry. `cancel` cancels a scheduled publication; `withdraw` removes the published version from the app. */
export type ContentEntryAction = "cancel" | "withdraw" | "archive" | "unarchive" | "delete";

type ContentEntryStatus = Pick<ContentEntryDetails, "state" | "next_from"> & { publications: readonly unknown[] };

/** Returns whether a version of the entry waits for its publication time. */
const isScheduled = ({ state, next_from }: ContentEntryStatus) => state === "scheduled" || next_from !== null;

/** Lists the actions that an entry's state allows besides editing and publishing. Published legal texts can't be withdrawn. */
export function allowedContentEntryActions(
  kind: ContentEntryKind,
  entry: ContentEntryStatus,
  mayDelete: boolean,
): ContentEntryAction[] {
  if (isLegalContentEntryKind(kind)) return isScheduled(entry) ? ["cancel"] : [];
  if (entry.state === "archived") return ["unarchive"];
  const actions: ContentEntryAction[] = [];
  if (isScheduled(entry)) actions.push("cancel");
  if (entry.state === "published") actions.push("withdraw");
  actions.push("archive");
  if (mayDelete && entry.publications.length === 0) actions.push("delete");
  return actions;
}

type ActionTexts = {
  label: (noun: string) => string;
  title: (name: string) => string;
  consequence: string;
  confirm: string;
  done: string;
  tone?: "danger";
};

/** Texts of the button and the confirmation dialog of each action on an entry. */
export const CONTENT_ENTRY_ACTION_TEXTS: Readonly<Record<ContentEntryAction, ActionTexts>> = {
  cancel: {
    label: () => "Cancel the schedule",
    title: (name) => `Cancel the schedule of ${name}?`,
    consequence: "The scheduled version won't go live. The draft stays as it is.",
    confirm: "Cancel the schedule",
    done: "The schedule is cancelled.",
  },
  withdraw: {
    label: (noun) => `Withdraw the ${noun}`,
    title: (name) => `Withdraw ${name}?`,
    consequence: "It disappears from the app within seconds, and so does what is scheduled. The draft stays as it is.",
    confirm: "Withdraw",
    done: "It is withdrawn.",
    tone: "danger",
  },
  archive: {
    label: (noun) => `Archive the ${noun}`,
    title: (name) => `Archive ${name}?`,
    consequence: "The app no longer shows it. It can be brought back from the archive.",
    confirm: "Archive",
    done: "It is in the archive.",
  },
  unarchive: {
    label: () => "Bring back from the archive",
    title: (name) => `Bring ${name} back from the archive?`,
    consequence: "Earlier publications stay live until their planned end.",
    confirm: "Bring back",
    done: "It is back.",
  },
  delete: {
    label: (noun) => `Delete the ${noun}`,
    title: (name) => `Delete ${name}?`,
    consequence: "It was never published. It can't be restored.",
    confirm: "Delete",
    done: "It is deleted.",
    tone: "danger",
  },
};
