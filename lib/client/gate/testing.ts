import { expect, vi } from "vitest";
import { ApiError } from "@/lib/client/api-error";
import type { ScanResult } from "@/lib/contract/event.values";
import type { GateTicket, TicketScan } from "@/lib/contract/event-gate";
import { type CheckInGateApi, createCheckInGate } from "./gate";
import { createGateMemoryStore } from "./memory-store";

/** Code of the tests' valid ticket, held by Ada Obi. */
export const VALID_TICKET_CODE = "7K2M9XQ47K2M9XQ4";
/** Code of the tests' refunded ticket, held by Ben Eyo. */
export const REFUNDED_TICKET_CODE = "0000111122223333";
/** Admin and event of the tests' ticket list. */
export const TICKET_LIST_KEY = { admin: "ofem", event: "concert" };
/** Check-in counts that the stubbed server returns. */
export const GATE_COUNTS = { expected: 2, checked_in: 1, conflicts: 0, types: [] };
/** Time that the stubbed server and the tests' scans use. */
export const GATE_TEST_TIME = "2026-11-21T17:04:00.000Z";
/** Rejects like an API call without network. */
export const rejectWithFetchError = () => Promise.reject(new ApiError("fetch"));

const sha256 = async (text: string) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (character) => ({ "+": "-", "/": "_" })[character] ?? "");
/** Returns the hash of a ticket code, as a scan sends it. */
export const hashTicketCode = async (code: string) =>
  [...(await sha256(code))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Returns a ticket as the server sends it (see the contract). */
export async function makeGateTicket(
  code: string,
  name: string,
  change: Partial<GateTicket> = {},
): Promise<GateTicket> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const key = await crypto.subtle.importKey("raw", await sha256(`holder:${code}`), "AES-GCM", false, ["encrypt"]);
  const encryptedName = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, new TextEncoder().encode(name));
  const n = base64url(new Uint8Array([...iv, ...new Uint8Array(encryptedName)]));
  const ticketKey = base64url(await sha256(code)).slice(0, 22);
  return { i: name, k: ticketKey, n, s: "valid", t: "Regular", at: null, g: "", ...change };
}

type MockGateApi = { [K in keyof CheckInGateApi]: ReturnType<typeof vi.fn<CheckInGateApi[K]>> };

/** Creates a gate's phone and a stubbed server for one test: ticket list, results of scans, and received requests. */
export async function createGateTest() {
  const admitAnswer = ({ id }: TicketScan) => ({
    id,
    result: test.result,
    ticket: {
      id: "Ada Obi",
      reference: "TK-000001",
      holder: "Ada Obi",
      type: "Regular",
      state: "checked_in" as const,
      at: GATE_TEST_TIME,
      gate: "Gate 2",
      by: "Ofem Ubi",
      other_event: null,
    },
  });
  const test = {
    store: createGateMemoryStore(),
    sent: [] as Parameters<CheckInGateApi["send"]>[0][],
    listed: [
      await makeGateTicket(VALID_TICKET_CODE, "Ada Obi"),
      await makeGateTicket(REFUNDED_TICKET_CODE, "Ben Eyo", { s: "refunded" }),
    ],
    result: "checked_in" as ScanResult,
    isOpen: true,
    counted: vi.fn(),
    api: { list: vi.fn<CheckInGateApi["list"]>(), send: vi.fn<CheckInGateApi["send"]>() } satisfies MockGateApi,
    stop: () => {},
    networkGone() {
      test.api.send.mockImplementation(rejectWithFetchError);
      test.api.list.mockImplementation(rejectWithFetchError);
    },
    networkBack() {
      test.api.send.mockImplementation(async (input) => {
        test.sent.push(input);
        return { answers: input.scans.map(admitAnswer), counts: GATE_COUNTS };
      });
      test.api.list.mockImplementation(async () => ({ items: test.listed.splice(0), next: "later", more: false }));
    },
    answerTo: admitAnswer,
    /** Opens a gate. By default waits until its ticket list has loaded. */
    async opened(change: { admin?: string; ready?: boolean } = {}) {
      const { store, api, counted } = test;
      const gate = createCheckInGate({
        ...TICKET_LIST_KEY,
        ...change,
        store,
        api,
        isOpen: () => test.isOpen,
        onCounts: counted,
      });
      test.stop = gate.start();
      if (change.ready !== false) await vi.waitFor(() => expect(gate.state().whole).toBe(true));
      return gate;
    },
  };
  test.networkBack();
  return test;
}
