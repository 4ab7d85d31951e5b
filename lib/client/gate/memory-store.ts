import type { GateTicket } from "@/lib/contract/event-gate";
import type { GateStore, TicketListKey, TicketListProgress, WaitingScan } from "./store";

/** Creates a gate's store in memory, for browsers without IndexedDB such as some private windows. Works offline until the page closes. */
export function createGateMemoryStore(): GateStore {
  const lists = new Map<
    string,
    { owner: TicketListKey; tickets: Map<string, GateTicket>; progress: TicketListProgress | null }
  >();
  let waitingScans: WaitingScan[] = [];
  const listOf = (owner: TicketListKey) => {
    const name = `${owner.admin} ${owner.event}`;
    const list = lists.get(name) ?? { owner, tickets: new Map<string, GateTicket>(), progress: null };
    lists.set(name, list);
    return list;
  };
  return {
    lasting: false,
    progress: async (owner) => listOf(owner).progress,
    count: async (owner) => listOf(owner).tickets.size,
    ticket: async (owner, key) => {
      for (const ticket of listOf(owner).tickets.values()) if (ticket.k === key) return ticket;
      return null;
    },
    putPage: async (owner, tickets, progress) => {
      const list = listOf(owner);
      for (const ticket of tickets) list.tickets.set(ticket.i, ticket);
      list.progress = progress;
    },
    putTicket: async (owner, ticket) => void listOf(owner).tickets.set(ticket.i, ticket),
    forgetLists: async ({ than, before }) => {
      for (const [name, { owner, progress }] of lists)
        if (owner.admin !== than || (progress?.at ?? 0) < before) lists.delete(name);
    },
    addScan: async (scan) => void waitingScans.push(scan),
    scans: async () => [...waitingScans],
    dropScans: async (ids) => {
      waitingScans = waitingScans.filter(({ id }) => !ids.includes(id));
    },
  };
}
