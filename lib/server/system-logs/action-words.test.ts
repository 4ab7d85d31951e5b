import { expect, it } from "vitest";
import type { CallMeta } from "@/lib/contract/common";
import { contract } from "@/lib/contract/contract";
import { RECORD_KINDS, type RecordType } from "@/lib/contract/record-kinds";
import { ACTIONS_WITHOUT_CALL, AUDIT_ACTIONS, actionWords, historyWords } from "./action-words";

const RECORD_TYPES = Object.keys(RECORD_KINDS) as RecordType[];

type ContractCall = { "~orpc": { meta: CallMeta; route: { method?: string } } };
const calls = Object.entries(contract).flatMap(([group, groupCalls]) =>
  Object.entries<ContractCall>(groupCalls).map(([name, { "~orpc": call }]) => ({
    action: `${group}.${name}`,
    route: { ...call.route, ...call.meta },
  })),
);

it("every call that writes has an action text in the past tense", () => {
  const callsWithoutWords = calls.filter(({ route }) => route.method !== "GET" && !route.reads && !route.done);
  expect(callsWithoutWords.map(({ action }) => action)).toEqual([]);
});

it("action texts begin with a capital and end without a full stop", () => {
  const said = [...calls.flatMap(({ route }) => route.done ?? []), ...Object.values(ACTIONS_WITHOUT_CALL)];
  expect(said.filter((words) => !/^[A-Z][^.]*[^.]$/.test(words))).toEqual([]);
  expect(said.length).toBeGreaterThan(200);
});

it("ACTIONS_WITHOUT_CALL contains no action that is an API call, because the contract declares the text of a call", () => {
  const calledActions = new Set(calls.map(({ action }) => action));
  expect(Object.keys(ACTIONS_WITHOUT_CALL).filter((action) => calledActions.has(action))).toEqual([]);
});

it("the text of every audit action differs from its code", () => {
  expect(AUDIT_ACTIONS.filter(({ words }) => /^\w+\.\w+$|^Another action$/.test(words))).toEqual([]);
  expect(actionWords("some.day")).toBe("Another action");
  expect(actionWords("kyc.list")).toBe("Read: identity requests, oldest first");
});

it("uploads of different modules have different action texts", () => {
  const labels = AUDIT_ACTIONS.filter(({ action }) => action.endsWith(".upload")).map(({ words }) => words);
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
  // In the history of another record, the text keeps the record's noun.
  ["grant.createBatch", "grant_batch", "Created"],
  ["grant.createBatch", "grant_programme", "Created a payout batch"],
  ["kyc.decide", "user", "Decided an identity request"],
  ["event.createTicketType", "event", "Added a ticket type"],
  ["rp.setAdminStatus", "kyc", "Suspended an admin"],
] as const)("the action text %s in the history of a record of type %s is shortened to: %s", (action, type, words) => {
  expect(historyWords(action, type)).toBe(words);
});

it("an action text in a history is never empty, for any type of record", () => {
  const said = AUDIT_ACTIONS.flatMap(({ action }) => RECORD_TYPES.map((type) => historyWords(action, type)));
  expect(said.filter((words) => !/^[A-Z]\S*( \S+)*$/.test(words))).toEqual([]);
});
