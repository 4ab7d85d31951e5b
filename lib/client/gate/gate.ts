import { ApiError } from "@/lib/client/api-error";
import { anySignal } from "@/lib/client/workarounds/any-signal";
import { parseTicketCode } from "@/lib/contract/event.values";
import type { GateCounts, GateTicket, ScanAnswer, TicketScan } from "@/lib/contract/event-gate";
import { computeTicketCodeHashes, decryptHolderName, ticketKeyOf } from "./codes";
import { type GateScanResult, resultOfScanAnswer, resultWithoutTicket } from "./result";
import type { GateStore, TicketListKey } from "./store";
import { createGateTicketList } from "./ticket-list";
import { createTicketScanQueue, groupScansIntoBatches } from "./waiting-scans";

/** API functions that a gate (check-in on a phone) uses. Both functions throw the same errors as `api`. */
export type CheckInGateApi = {
  list: Parameters<typeof createGateTicketList>[2];
  send: (
    input: { eventId: string; gate: string; scans: TicketScan[]; sent_at?: string },
    signal: AbortSignal,
  ) => Promise<{ answers: ScanAnswer[]; counts: GateCounts }>;
};

/** State of a gate, which the check-in page shows. */
export type CheckInGateState = {
  /** Number of tickets on this phone; `whole` is true once the list is complete. */
  kept: number;
  whole: boolean;
  /** True if the last request reached the server. If false, scans are decided on the phone immediately. */
  connected: boolean;
  /** Numbers of unsent ticket scans: of this event, of this admin's other events, and of other admins on this phone. */
  waiting: number;
  waitingElsewhere: number;
  waitingOfOthers: number;
  /** Number of unsent scans that the phone could not store. They are lost when the page closes. */
  unkept: number;
  /** Number of scans that this phone admitted and the server later did not accept. */
  conflicts: number;
  /** Error of the server or of the phone's storage, for display. */
  problem: string | null;
};

type GateOptions = TicketListKey & {
  store: GateStore;
  api: CheckInGateApi;
  /** Returns true if check-in to the event is open, as far as the phone knows. */
  isOpen: () => boolean;
  onCounts: (counts: GateCounts) => void;
};

/** Timeout in ms for the server's response to a scan. A slower network counts as offline, because people wait at the gate. */
const ANSWER_LIMIT_MS = 2_500;
const RETRY_INTERVAL_MS = 10_000;
const LIST_INTERVAL_MS = 20_000;
/** Days after which a ticket list is deleted from the phone. */
const LIST_DAYS = 14;

/** Returns true if the API refused the request, so that a retry would get the same error. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.kind === "http" && error.status < 500 && ![408, 429].includes(error.status);

const NOT_STORED_MESSAGE =
  "This phone can't keep the list of tickets: its storage is full or blocked. Check-in works while there is a network.";

/** Returns the gate's state after an error. If the phone's storage failed, only the server can decide scans. */
function stateAfterError(error: unknown): Partial<CheckInGateState> {
  if (isRefusal(error)) return { connected: true, problem: error.message };
  return error instanceof ApiError ? { connected: false } : { connected: true, problem: NOT_STORED_MESSAGE };
}

/**
 * Creates a gate: check-in to one event on this phone. Scans are sent to the server while it is reachable. Otherwise the phone
 * decides by its ticket list, and queues the scans to send them later.
 */
export function createCheckInGate({ admin, event, store, api, isOpen, onCounts }: GateOptions) {
  const listeners = new Set<() => void>();
  let state: CheckInGateState = {
    kept: 0,
    whole: false,
    connected: navigator.onLine,
    waiting: 0,
    waitingElsewhere: 0,
    waitingOfOthers: 0,
    unkept: 0,
    conflicts: 0,
    problem: null,
  };
  const updateState = (change: Partial<CheckInGateState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const list = createGateTicketList({ admin, event }, store, api.list);
  const queue = createTicketScanQueue(store, () => {
    const ownScans = queue.all().filter((scan) => scan.admin === admin);
    const waiting = ownScans.filter((scan) => scan.event === event).length;
    const waitingOfOthers = queue.all().length - ownScans.length;
    updateState({ waiting, waitingElsewhere: ownScans.length - waiting, waitingOfOthers, unkept: queue.unkept() });
  });
  let aborter = new AbortController();
  /** Time of the last load of the ticket list. Monotonic, because the phone's clock may jump by hours once it is online. */
  let listedAt = Number.NEGATIVE_INFINITY;

  /** Checks in a ticket by its scanned, typed or pasted code. Asks the server, or decides on the phone. @param gate name of this gate */
  async function scan(scannedText: string, gate: string): Promise<GateScanResult> {
    const id = crypto.randomUUID();
    const code = parseTicketCode(scannedText);
    if (!code) return resultWithoutTicket(id, "not_a_code", !state.connected);
    const { hash, key } = await computeTicketCodeHashes(code);
    const newScan: TicketScan = { id, hash, scanned_at: new Date().toISOString(), let_in: false };
    // Skips the server for a ticket whose check-in is queued on this phone: the server does not know the check-in yet and would admit the ticket.
    if (state.connected && !findLetIn(hash)) {
      try {
        const out = await api.send(
          { eventId: event, gate, scans: [newScan] },
          anySignal(aborter.signal, AbortSignal.timeout(ANSWER_LIMIT_MS)),
        );
        onCounts(out.counts);
        const [answer] = out.answers;
        if (answer) {
          // Updates the stored ticket list without awaiting it, because the storage may be busy writing a part of the list.
          void list.learn(key, answer).catch(() => {});
          return resultOfScanAnswer(answer);
        }
      } catch (error) {
        if (isRefusal(error) || aborter.signal.aborted)
          return {
            ...resultWithoutTicket(id, "failed", false),
            message: error instanceof ApiError ? error.message : undefined,
          };
        updateState({ connected: false });
      }
    }
    return decideLocally(code, key, newScan, gate);
  }

  const findLetIn = (hash: string) => queue.all().find((other) => other.event === event && other.hash === hash);

  /** Decides a scan by the ticket list on the phone. */
  async function decideLocally(code: string, key: string, newScan: TicketScan, gate: string): Promise<GateScanResult> {
    const kept = await list.find(key).catch(() => null);
    const localResult = (result: GateScanResult["result"], change: Partial<GateScanResult> = {}) => ({
      ...resultWithoutTicket(newScan.id, result, true),
      type: kept?.t ?? "",
      ticketId: kept?.i ?? null,
      ...change,
    });
    if (!isOpen()) return localResult("not_open");
    const holder = kept ? await decryptHolderName(code, kept.n) : "";
    const before = findLetIn(newScan.hash);
    if (before) return localResult("already_in", { holder, at: before.scanned_at, gate: before.gate });
    if (!kept) return localResult("unknown", { partial: !state.whole });
    if (kept.s !== "valid") {
      const result = kept.s === "checked_in" ? "already_in" : kept.s;
      return localResult(result, { holder, at: kept.at, gate: kept.g });
    }
    await queue.add({ ...newScan, let_in: true, admin, event, gate });
    const now: GateTicket = { ...kept, s: "checked_in", at: newScan.scanned_at, g: gate };
    await store.putTicket({ admin, event }, now).catch(() => {});
    return localResult("checked_in", { holder, at: newScan.scanned_at, gate });
  }

  /** Sends queued scans. @returns the server's message if it refused some, or null. @throws if the server is unreachable */
  async function sendWaiting(): Promise<string | null> {
    let problem: string | null = null;
    const ownScans = queue.all().filter((each) => each.admin === admin);
    for (const batch of groupScansIntoBatches(ownScans)) {
      try {
        const { out, answered } = await queue.send(batch, (input) => api.send(input, aborter.signal));
        const wrongAdmissions = answered.filter(({ scan, answer }) => scan.let_in && answer.result !== "checked_in");
        updateState({ connected: true, conflicts: state.conflicts + wrongAdmissions.length });
        if (batch[0]?.event !== event) continue;
        onCounts(out.counts);
        for (const { scan, answer } of answered) await list.learn(ticketKeyOf(scan.hash), answer).catch(() => {});
      } catch (error) {
        if (!isRefusal(error)) throw error;
        problem = error.message;
      }
    }
    return problem;
  }

  let isSyncing = false;
  /** Sends queued scans and loads changes of the ticket list. Does nothing if already running. */
  async function sync() {
    if (isSyncing || aborter.signal.aborted) return;
    if (!navigator.onLine) return updateState({ connected: false });
    isSyncing = true;
    const wasOffline = !state.connected;
    try {
      await queue.load().catch(() => {});
      let problem = await sendWaiting();
      if (wasOffline || performance.now() - listedAt >= LIST_INTERVAL_MS) {
        listedAt = performance.now();
        await list.pull(aborter.signal, async (progress) => {
          updateState({ ...progress, connected: true });
          // Sends queued scans after each part of the list, because loading the whole list takes minutes on a slow connection.
          problem = await sendWaiting();
        });
      }
      updateState({ connected: true, problem });
    } catch (error) {
      if (!aborter.signal.aborted) updateState(stateAfterError(error));
    } finally {
      isSyncing = false;
    }
  }

  /** Starts syncing ticket list and scans. @returns a function that stops it; unsent scans stay on the phone */
  function start(): () => void {
    aborter = new AbortController();
    const { signal } = aborter;
    listedAt = Number.NEGATIVE_INFINITY;
    window.addEventListener("online", () => void sync(), { signal });
    window.addEventListener("offline", () => updateState({ connected: false }), { signal });
    const timer = setInterval(() => void sync(), RETRY_INTERVAL_MS);
    void (async () => {
      await store.forgetLists({ than: admin, before: Date.now() - LIST_DAYS * 86_400_000 }).catch(() => {});
      await queue.load().catch(() => {});
      const [progress, kept] = await Promise.all([store.progress({ admin, event }), store.count({ admin, event })]);
      updateState({ kept, whole: progress?.whole === true });
    })()
      .catch(() => {})
      .finally(() => void sync());
    return () => {
      aborter.abort();
      clearInterval(timer);
    };
  }

  return {
    scan,
    sync,
    start,
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
/** Check-in to one event on this phone: functions to scan, to sync, and to read the state. */
export type Gate = ReturnType<typeof createCheckInGate>;
