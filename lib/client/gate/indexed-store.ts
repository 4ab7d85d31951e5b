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

/** Returns the IndexedDB store, or a memory store if the browser refuses the database. One instance per page. */
export function gateStore(): Promise<GateStore> {
  opening ??= openStore().catch(() => memoryStore());
  return opening;
}

async function openStore(): Promise<GateStore> {
  const [lists, scans] = await Promise.all([
    openReconnecting(GATE_LISTS, (database) => {
      // Keyed by ticket, so that a transferred ticket replaces its old code; indexed by code.
      const tickets = database.createObjectStore(TICKETS, { keyPath: ["admin", "event", "i"] });
      tickets.createIndex(CODE, ["admin", "event", "k"]);
      database.createObjectStore(PROGRESS, { keyPath: ["admin", "event"] });
    }),
    openReconnecting(GATE_SCANS, (database) => {
      database.createObjectStore(SCANS, { autoIncrement: true }).createIndex("id", "id", { unique: true });
    }),
  ]);
  // Asks the browser not to delete unsent scans when it is short of space.
  void navigator.storage?.persist?.().catch(() => {});
  return indexedStore(lists, scans);
}

type Held = <T>(work: (database: IDBDatabase) => Promise<T>) => Promise<T>;

/**
 * Opens a database and returns a function that runs work on it. Phones may close databases of background pages without an event;
 * then it is reopened. After a logout it is not reopened, so that a deleted database stays empty.
 */
async function openReconnecting(name: string, create: (database: IDBDatabase) => void): Promise<Held> {
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
      // A logout deletes the database. Without this the deletion would wait until the page closes.
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

/** Resolves once all writes of `work` are committed. */
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
