import type { GateTicket } from "@/lib/contract/event-gate";
import { GATE_DATABASE_NAME } from "./delete-gate-lists";
import { createGateMemoryStore } from "./memory-store";
import type { GateStore, TicketListKey, TicketListProgress, WaitingScan } from "./store";

const SCANS_DATABASE = "gate-scans";
const TICKETS = "tickets";
const PROGRESS_STORE = "progress";
const SCANS = "scans";
const CODE = "code";

type StoredProgress = TicketListProgress & TicketListKey;
type StoredTicket = GateTicket & TicketListKey;

let storePromise: Promise<GateStore> | undefined;

/** Returns the IndexedDB store, or a memory store if the browser refuses the database. One instance per page. */
export function openGateStore(): Promise<GateStore> {
  storePromise ??= openStore().catch(() => createGateMemoryStore());
  return storePromise;
}

async function openStore(): Promise<GateStore> {
  const [lists, scans] = await Promise.all([
    openReconnecting(GATE_DATABASE_NAME, (database) => {
      // Keyed by ticket id, so that the new code of a transferred ticket replaces the old one. The index finds a ticket by its code.
      const tickets = database.createObjectStore(TICKETS, { keyPath: ["admin", "event", "i"] });
      tickets.createIndex(CODE, ["admin", "event", "k"]);
      database.createObjectStore(PROGRESS_STORE, { keyPath: ["admin", "event"] });
    }),
    openReconnecting(SCANS_DATABASE, (database) => {
      database.createObjectStore(SCANS, { autoIncrement: true }).createIndex("id", "id", { unique: true });
    }),
  ]);
  // Asks the browser not to evict unsent scans when storage is low.
  void navigator.storage?.persist?.().catch(() => {});
  return indexedStore(lists, scans);
}

type RunOnDb = <T>(run: (database: IDBDatabase) => Promise<T>) => Promise<T>;

/**
 * Opens a database and returns a function that runs work on the database. Reopens the database if the phone closed it in the background
 * without an event, but not after a logout, so that the deleted database is not created again.
 */
async function openReconnecting(name: string, init: (database: IDBDatabase) => void): Promise<RunOnDb> {
  let isDeleted = false;
  const open = () =>
    openDb(name, init, () => {
      isDeleted = true;
      storePromise = undefined;
    });
  let connection = await open();
  return async (run) => {
    try {
      return await run(connection);
    } catch (error) {
      if (isDeleted || !isConnectionLost(error)) throw error;
      connection = await open();
      return run(connection);
    }
  };
}

const isConnectionLost = (error: unknown) =>
  error instanceof DOMException && ["InvalidStateError", "UnknownError"].includes(error.name);

function openDb(name: string, init: (database: IDBDatabase) => void, onDelete: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => init(request.result);
    request.onsuccess = () => {
      const database = request.result;
      // Closes the database when a logout deletes it; otherwise the deletion would wait until the page closes.
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

const requestResult = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Runs writes on the database, and resolves once all of them are committed. */
const runWrite = (database: RunOnDb, stores: string[], run: (transaction: IDBTransaction) => void): Promise<void> =>
  database(
    (open) =>
      new Promise((resolve, reject) => {
        const transaction = open.transaction(stores, "readwrite");
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error);
        run(transaction);
      }),
  );

const readDb = <T>(database: RunOnDb, store: string, get: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
  database((open) => requestResult(get(open.transaction(store).objectStore(store))));

function indexedStore(lists: RunOnDb, scanDatabase: RunOnDb): GateStore {
  const listRange = ({ admin, event }: TicketListKey) => IDBKeyRange.bound([admin, event], [admin, event, []]);
  return {
    lasting: true,
    progress: async ({ admin, event }) =>
      (await readDb<TicketListProgress | undefined>(lists, PROGRESS_STORE, (store) => store.get([admin, event]))) ??
      null,
    count: (list) => readDb(lists, TICKETS, (store) => store.count(listRange(list))),
    ticket: async ({ admin, event }, key) =>
      (await readDb<StoredTicket | undefined>(lists, TICKETS, (store) => store.index(CODE).get([admin, event, key]))) ??
      null,
    putPage: (list, tickets, progress) =>
      runWrite(lists, [TICKETS, PROGRESS_STORE], (transaction) => {
        const store = transaction.objectStore(TICKETS);
        for (const ticket of tickets) store.put({ ...ticket, ...list } satisfies StoredTicket);
        transaction.objectStore(PROGRESS_STORE).put({ ...progress, ...list } satisfies StoredProgress);
      }),
    putTicket: (list, ticket) =>
      runWrite(lists, [TICKETS], (transaction) => {
        transaction.objectStore(TICKETS).put({ ...ticket, ...list } satisfies StoredTicket);
      }),
    forgetLists: async ({ than, before }) => {
      const storedProgress = await readDb<StoredProgress[]>(lists, PROGRESS_STORE, (store) => store.getAll());
      const outdatedLists = storedProgress.filter(({ admin, at }) => admin !== than || at < before);
      if (outdatedLists.length === 0) return;
      await runWrite(lists, [TICKETS, PROGRESS_STORE], (transaction) => {
        for (const { admin, event } of outdatedLists) {
          transaction.objectStore(TICKETS).delete(listRange({ admin, event }));
          transaction.objectStore(PROGRESS_STORE).delete([admin, event]);
        }
      });
    },
    addScan: (scan) => runWrite(scanDatabase, [SCANS], (transaction) => void transaction.objectStore(SCANS).add(scan)),
    scans: () => readDb<WaitingScan[]>(scanDatabase, SCANS, (store) => store.getAll()),
    dropScans: (ids) =>
      runWrite(scanDatabase, [SCANS], (transaction) => {
        const store = transaction.objectStore(SCANS);
        for (const id of ids) {
          const scanKey = store.index("id").getKey(id);
          scanKey.onsuccess = () => scanKey.result !== undefined && store.delete(scanKey.result);
        }
      }),
  };
}
