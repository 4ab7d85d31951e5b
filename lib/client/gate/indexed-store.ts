import type { GateTicket } from "@/lib/contract/event-gate";
import { GATE_LISTS } from "./forget";
import { memoryStore } from "./memory-store";
import type { GateStore, ListOwner, ListProgress, WaitingScan } from "./store";

const GATE_SCANS = "gate-scans";
const TICKETS = "tickets";
const PROGRESS = "progress";
const SCANS = "scans";
const CODE = "code";

type KeptProgress = ListProgress & ListOwner;
type KeptTicket = GateTicket & ListOwner;

let opening: Promise<GateStore> | undefined;

/** The browser's database, or memory where it is refused; one for as long as the page lives. */
export function gateStore(): Promise<GateStore> {
  opening ??= openStore().catch(() => memoryStore());
  return opening;
}

async function openStore(): Promise<GateStore> {
  const [lists, scans] = await Promise.all([
    held(GATE_LISTS, (database) => {
      // By ticket, so that one with a new code after a transfer takes the place of the old; found by its code.
      const tickets = database.createObjectStore(TICKETS, { keyPath: ["admin", "event", "i"] });
      tickets.createIndex(CODE, ["admin", "event", "k"]);
      database.createObjectStore(PROGRESS, { keyPath: ["admin", "event"] });
    }),
    held(GATE_SCANS, (database) => {
      database.createObjectStore(SCANS, { autoIncrement: true }).createIndex("id", "id", { unique: true });
    }),
  ]);
  // Else a browser that is short of space may drop what waits to be sent.
  void navigator.storage?.persist?.().catch(() => {});
  return indexedStore(lists, scans);
}

type Held = <T>(work: (database: IDBDatabase) => Promise<T>) => Promise<T>;

/**
 * A database that is open. Phones close those of pages in the background, some without a word: then it is opened again. Not
 * where somebody logged out: nothing comes back into what was deleted.
 */
async function held(name: string, create: (database: IDBDatabase) => void): Promise<Held> {
  let isDeleted = false;
  const open = () =>
    opened(name, create, () => {
      isDeleted = true;
      opening = undefined;
    });
  let current = await open();
  return async (work) => {
    try {
      return await work(current);
    } catch (error) {
      if (isDeleted || !isLost(error)) throw error;
      current = await open();
      return work(current);
    }
  };
}

const isLost = (error: unknown) =>
  error instanceof DOMException && ["InvalidStateError", "UnknownError"].includes(error.name);

function opened(name: string, create: (database: IDBDatabase) => void, onDelete: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => create(request.result);
    request.onsuccess = () => {
      const database = request.result;
      // Somebody logs out: without this the database would stay until the page is gone.
      database.onversionchange = () => {
        database.close();
        onDelete();
      };
      resolve(database);
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("Another tab holds an older list."));
  });
}

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Resolves once everything that `work` asked for is on the disk. */
const written = (database: Held, stores: string[], work: (transaction: IDBTransaction) => void): Promise<void> =>
  database(
    (open) =>
      new Promise((resolve, reject) => {
        const transaction = open.transaction(stores, "readwrite");
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error);
        work(transaction);
      }),
  );

const read = <T>(database: Held, store: string, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
  database((open) => answerOf(ask(open.transaction(store).objectStore(store))));

function indexedStore(lists: Held, queue: Held): GateStore {
  const allOf = ({ admin, event }: ListOwner) => IDBKeyRange.bound([admin, event], [admin, event, []]);
  return {
    lasting: true,
    progress: async ({ admin, event }) =>
      (await read<ListProgress | undefined>(lists, PROGRESS, (store) => store.get([admin, event]))) ?? null,
    count: (list) => read(lists, TICKETS, (store) => store.count(allOf(list))),
    ticket: async ({ admin, event }, key) =>
      (await read<KeptTicket | undefined>(lists, TICKETS, (store) => store.index(CODE).get([admin, event, key]))) ??
      null,
    putPage: (list, tickets, progress) =>
      written(lists, [TICKETS, PROGRESS], (transaction) => {
        const store = transaction.objectStore(TICKETS);
        for (const ticket of tickets) store.put({ ...ticket, ...list } satisfies KeptTicket);
        transaction.objectStore(PROGRESS).put({ ...progress, ...list } satisfies KeptProgress);
      }),
    putTicket: (list, ticket) =>
      written(lists, [TICKETS], (transaction) => {
        transaction.objectStore(TICKETS).put({ ...ticket, ...list } satisfies KeptTicket);
      }),
    forgetLists: async ({ than, before }) => {
      const known = await read<KeptProgress[]>(lists, PROGRESS, (store) => store.getAll());
      const gone = known.filter(({ admin, at }) => admin !== than || at < before);
      if (gone.length === 0) return;
      await written(lists, [TICKETS, PROGRESS], (transaction) => {
        for (const { admin, event } of gone) {
          transaction.objectStore(TICKETS).delete(allOf({ admin, event }));
          transaction.objectStore(PROGRESS).delete([admin, event]);
        }
      });
    },
    addScan: (scan) => written(queue, [SCANS], (transaction) => void transaction.objectStore(SCANS).add(scan)),
    scans: () => read<WaitingScan[]>(queue, SCANS, (store) => store.getAll()),
    dropScans: (ids) =>
      written(queue, [SCANS], (transaction) => {
        const store = transaction.objectStore(SCANS);
        for (const id of ids) {
          const found = store.index("id").getKey(id);
          found.onsuccess = () => found.result !== undefined && store.delete(found.result);
        }
      }),
  };
}
