import { ApiError } from "@/lib/client/api-error";
import { firstSignal } from "@/lib/client/first-signal";
import { ticketCode } from "@/lib/contract/event.values";
import type { GateCounts, GateTicket, Scan, ScanAnswer } from "@/lib/contract/event-gate";
import { holderOf, keyOf, marksOf } from "./codes";
import { answeredResult, emptyResult, type GateResult } from "./result";
import type { GateStore, ListOwner } from "./store";
import { ticketList } from "./ticket-list";
import { batchesOf, waitingScans } from "./waiting-scans";

/** The API, as a gate uses it. Both throw as `api` does. */
export type GateDoor = {
  list: Parameters<typeof ticketList>[2];
  send: (
    input: { eventId: string; gate: string; scans: Scan[]; sent_at?: string },
    signal: AbortSignal,
  ) => Promise<{ answers: ScanAnswer[]; counts: GateCounts }>;
};

export type GateState = {
  /** Tickets on this phone; `whole` once all of the list is. */
  kept: number;
  whole: boolean;
  /** Whether the server answered last; without it scans are decided on the phone, at once. */
  connected: boolean;
  /** Scans to be sent: of this event, of this admin's other events, and of others who used this phone. */
  waiting: number;
  waitingElsewhere: number;
  waitingOfOthers: number;
  /** Of those that wait: the phone's storage refused them, so that they are gone when the page is closed. */
  unkept: number;
  /** Of those that were sent from here: let in, and should not have been. */
  conflicts: number;
  /** Why the list or the scans are refused, by the server or by the phone's storage. */
  problem: string | null;
};

type GateOptions = ListOwner & {
  store: GateStore;
  door: GateDoor;
  /** Whether tickets of the event can be checked in, as far as the phone knows. */
  isOpen: () => boolean;
  onCounts: (counts: GateCounts) => void;
};

/** An answer has to stand on the screen soon: a network that is slower than this counts as none. */
const ANSWER_MS = 2_500;
const TRY_MS = 10_000;
const LIST_MS = 20_000;
/** A list is of use around its event. */
const LIST_DAYS = 14;

/** The server is there and says no, which trying again does not change. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.kind === "http" && error.status < 500 && ![408, 429].includes(error.status);

const NOT_KEPT =
  "This phone can't keep the list of tickets: its storage is full or blocked. Check-in works while there is a network.";

/** Where the server was reached, a phone whose storage is full must not go by the part of the list that it has. */
function troubleOf(error: unknown): Partial<GateState> {
  if (isRefusal(error)) return { connected: true, problem: error.message };
  return error instanceof ApiError ? { connected: false } : { connected: true, problem: NOT_KEPT };
}

/**
 * A gate on a phone: asks the server while it answers, and decides by the list on the phone while it does not; then the
 * scans are kept and sent later.
 */
export function openGate({ admin, event, store, door, isOpen, onCounts }: GateOptions) {
  const listeners = new Set<() => void>();
  let state: GateState = {
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
  const set = (change: Partial<GateState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const list = ticketList({ admin, event }, store, door.list);
  const queue = waitingScans(store, () => {
    const mine = queue.all().filter((scan) => scan.admin === admin);
    const waiting = mine.filter((scan) => scan.event === event).length;
    const waitingOfOthers = queue.all().length - mine.length;
    set({ waiting, waitingElsewhere: mine.length - waiting, waitingOfOthers, unkept: queue.unkept() });
  });
  let leaving = new AbortController();
  /** By a clock that nobody sets; the phone's may be put right by hours once it finds a network. */
  let listedAt = Number.NEGATIVE_INFINITY;

  /** @param typed what was scanned, typed or pasted. @param gate the name of this gate */
  async function scan(typed: string, gate: string): Promise<GateResult> {
    const id = crypto.randomUUID();
    const code = ticketCode(typed);
    if (!code) return emptyResult(id, "not_a_code", !state.connected);
    const { hash, key } = await marksOf(code);
    const made: Scan = { id, hash, scanned_at: new Date().toISOString(), let_in: false };
    // Let in by this phone and not sent yet: the server would let the next one in with the same ticket.
    if (state.connected && !letInHere(hash)) {
      try {
        const out = await door.send(
          { eventId: event, gate, scans: [made] },
          firstSignal(leaving.signal, AbortSignal.timeout(ANSWER_MS)),
        );
        onCounts(out.counts);
        const [answer] = out.answers;
        if (answer) {
          // Nobody waits for the disk, which may be taking in a part of the list.
          void list.learn(key, answer).catch(() => {});
          return answeredResult(answer);
        }
      } catch (error) {
        if (isRefusal(error) || leaving.signal.aborted)
          return {
            ...emptyResult(id, "failed", false),
            message: error instanceof ApiError ? error.message : undefined,
          };
        set({ connected: false });
      }
    }
    return decide(code, key, made, gate);
  }

  const letInHere = (hash: string) => queue.all().find((other) => other.event === event && other.hash === hash);

  /** Without the server, by the list on the phone. */
  async function decide(code: string, key: string, made: Scan, gate: string): Promise<GateResult> {
    const kept = await list.find(key).catch(() => null);
    const found = (result: GateResult["result"], change: Partial<GateResult> = {}) => ({
      ...emptyResult(made.id, result, true),
      type: kept?.t ?? "",
      ticketId: kept?.i ?? null,
      ...change,
    });
    if (!isOpen()) return found("not_open");
    const holder = kept ? await holderOf(code, kept.n) : "";
    const before = letInHere(made.hash);
    if (before) return found("already_in", { holder, at: before.scanned_at, gate: before.gate });
    if (!kept) return found("unknown", { partial: !state.whole });
    if (kept.s !== "valid") {
      const result = kept.s === "checked_in" ? "already_in" : kept.s;
      return found(result, { holder, at: kept.at, gate: kept.g });
    }
    await queue.add({ ...made, let_in: true, admin, event, gate });
    const now: GateTicket = { ...kept, s: "checked_in", at: made.scanned_at, g: gate };
    await store.putTicket({ admin, event }, now).catch(() => {});
    return found("checked_in", { holder, at: made.scanned_at, gate });
  }

  /** Throws where the server can't be reached. @returns why it refuses some of them */
  async function sendWaiting(): Promise<string | null> {
    let problem: string | null = null;
    const mine = queue.all().filter((each) => each.admin === admin);
    for (const batch of batchesOf(mine)) {
      try {
        const { out, answered } = await queue.send(batch, (input) => door.send(input, leaving.signal));
        const wrong = answered.filter(({ scan, answer }) => scan.let_in && answer.result !== "checked_in");
        set({ connected: true, conflicts: state.conflicts + wrong.length });
        if (batch[0]?.event !== event) continue;
        onCounts(out.counts);
        for (const { scan, answer } of answered) await list.learn(keyOf(scan.hash), answer).catch(() => {});
      } catch (error) {
        if (!isRefusal(error)) throw error;
        problem = error.message;
      }
    }
    return problem;
  }

  let running = false;
  /** Sends what waits and reads what is new; never twice at a time. */
  async function sync() {
    if (running || leaving.signal.aborted) return;
    if (!navigator.onLine) return set({ connected: false });
    running = true;
    const wasAway = !state.connected;
    try {
      await queue.load().catch(() => {});
      let problem = await sendWaiting();
      if (wasAway || performance.now() - listedAt >= LIST_MS) {
        listedAt = performance.now();
        await list.pull(leaving.signal, async (progress) => {
          set({ ...progress, connected: true });
          // The whole list takes minutes on a slow line; who was let in in the meantime need not wait for it.
          problem = await sendWaiting();
        });
      }
      set({ connected: true, problem });
    } catch (error) {
      if (!leaving.signal.aborted) set(troubleOf(error));
    } finally {
      running = false;
    }
  }

  /** Begins to keep the list and to send. @returns stops it; what waits stays on the phone */
  function start(): () => void {
    leaving = new AbortController();
    const { signal } = leaving;
    listedAt = Number.NEGATIVE_INFINITY;
    window.addEventListener("online", () => void sync(), { signal });
    window.addEventListener("offline", () => set({ connected: false }), { signal });
    const timer = setInterval(() => void sync(), TRY_MS);
    void (async () => {
      await store.forgetLists({ than: admin, before: Date.now() - LIST_DAYS * 86_400_000 }).catch(() => {});
      await queue.load().catch(() => {});
      const [progress, kept] = await Promise.all([store.progress({ admin, event }), store.count({ admin, event })]);
      set({ kept, whole: progress?.whole === true });
    })()
      .catch(() => {})
      .finally(() => void sync());
    return () => {
      leaving.abort();
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
export type Gate = ReturnType<typeof openGate>;
