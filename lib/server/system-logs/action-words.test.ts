import { expect, it } from "vitest";
import type { CallMeta } from "@/lib/contract/common";
import { contract } from "@/lib/contract/contract";
import { RECORD_KINDS, type RecordType } from "@/lib/contract/records";
import { ACTIONS, actionWords, historyWords, OTHER_ACTIONS } from "./action-words";

const RECORD_TYPES = Object.keys(RECORD_KINDS) as RecordType[];

type Call = { "~orpc": { meta: CallMeta; route: { method?: string } } };
const calls = Object.entries(contract).flatMap(([group, own]) =>
  Object.entries<Call>(own).map(([name, { "~orpc": call }]) => ({
    action: `${group}.${name}`,
    route: { ...call.route, ...call.meta },
  })),
);

it("says of every call that writes what somebody did who made it", () => {
  const silent = calls.filter(({ route }) => route.method !== "GET" && !route.reads && !route.done);
  expect(silent.map(({ action }) => action)).toEqual([]);
});

it("says it in the past, with a capital and without a full stop", () => {
  const said = [...calls.flatMap(({ route }) => route.done ?? []), ...Object.values(OTHER_ACTIONS)];
  expect(said.filter((words) => !/^[A-Z][^.]*[^.]$/.test(words))).toEqual([]);
  expect(said.length).toBeGreaterThan(200);
});

it("never has two sentences for one action", () => {
  const called = new Set(calls.map(({ action }) => action));
  expect(Object.keys(OTHER_ACTIONS).filter((action) => called.has(action))).toEqual([]);
});

it("has no action's name as text for people", () => {
  expect(ACTIONS.filter(({ words }) => /^\w+\.\w+$|^Another action$/.test(words))).toEqual([]);
  expect(actionWords("some.day")).toBe("Another action");
  expect(actionWords("kyc.list")).toBe("Read: identity requests, oldest first");
});

it("tells the pictures of two modules apart in the list of actions", () => {
  const labels = ACTIONS.filter(({ action }) => action.endsWith(".upload")).map(({ words }) => words);
  expect(new Set(labels).size).toBe(labels.length);
});

it.each([
  ["kyc.claim", "kyc", "Claimed"],
  ["kyc.submitFromApp", "kyc", "Submitted in the app"],
  ["ireport.prioritise", "ireport", "Changed the priority"],
  ["ireport.note", "ireport", "Added an internal note"],
  ["ireport.markDuplicate", "ireport", "Marked as a duplicate"],
  ["user.restrict", "user", "Restricted the wallet"],
  ["transaction.requery", "transaction", "Checked the status with the provider"],
  ["content.saveEntry", "article", "Changed the draft"],
  ["appConfig.publishEntry", "terms", "Published or scheduled"],
  ["appConfig.broadcastPaused", "broadcast", "Paused automatically"],
  ["rp.setAdminStatus", "admin", "Suspended or reactivated"],
  // Of another record it says which.
  ["grant.createBatch", "grant_batch", "Created"],
  ["grant.createBatch", "grant_programme", "Created a payout batch"],
  ["kyc.decide", "user", "Decided an identity request"],
  ["event.createTicketType", "event", "Added a ticket type"],
  ["rp.setAdminStatus", "kyc", "Suspended an admin"],
] as const)("says %s in the history of a record of type %s: %s", (action, type, words) => {
  expect(historyWords(action, type)).toBe(words);
});

it("leaves a word of everything that can happen to a record, whatever its type", () => {
  const said = ACTIONS.flatMap(({ action }) => RECORD_TYPES.map((type) => historyWords(action, type)));
  expect(said.filter((words) => !/^[A-Z]\S*( \S+)*$/.test(words))).toEqual([]);
});
