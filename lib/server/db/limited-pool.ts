import "server-only";
import { connect as connectSocket } from "node:net";
import { Client, Pool, type PoolClient } from "pg";
import { log } from "@/lib/server/base/log";
import { type CallTime, callTime } from "./call-time";

/** Until we give up on statements of no call's; the server itself ends most of them before (client.ts). */
const STATEMENT_MS = 20_000;
const CANCEL_MS = 2_000;
/** Number of PostgreSQL's request to cancel, in place of a protocol's version. */
const CANCEL_REQUEST = 80_877_102;

/** What `pg` has and its types leave out. */
type Wire = { processID: number | null; secretKey: number | null; connection: { stream: { destroy(): void } } };
type Options = ConstructorParameters<typeof Client>[0] & { statementMs?: number };

/**
 * A connection that keeps to the time of the call it works for (call-time.ts). At its end the server is asked to stop
 * and the connection is closed: a statement that hangs, in a lock or because the server does, would hold it otherwise, and
 * anyone who came next would wait as well. What was under way in it is rolled back.
 */
class LimitedClient extends Client {
  private readonly statementMs: number;
  private watch?: { time?: CallTime; end: () => void };

  constructor(options?: Options) {
    super(options);
    this.statementMs = options?.statementMs ?? STATEMENT_MS;
    // Nothing is under way, or nothing can be any more.
    for (const event of ["drain", "end"] as const) this.on(event, () => this.watch?.end());
    // biome-ignore lint/suspicious/noExplicitAny: one of many overloads, all of which are passed on
    this.query = (...given: any[]) => {
      this.begin();
      return Reflect.apply(Client.prototype.query, this, given);
    };
  }

  private begin() {
    const time = callTime();
    // Statements of one call are taken together: what is left to it only becomes less.
    if (time && this.watch?.time === time) return;
    this.watch?.end();
    const limit = time ? time.left : this.statementMs;
    if (!limit) return;
    const done = time?.wait();
    const timer = setTimeout(() => this.giveUp(limit), Math.max(1, limit));
    const watch = {
      time,
      end: () => {
        clearTimeout(timer);
        done?.();
        if (this.watch === watch) this.watch = undefined;
      },
    };
    this.watch = watch;
  }

  private giveUp(limit: number) {
    log.warn({ ms: Math.round(limit) }, "the database did not answer in time: its connection is closed");
    this.cancel();
    (this as unknown as Wire).connection.stream.destroy();
  }

  /** Asks over a connection of its own, as the protocol wants it. Without an answer; the server's own limits hold as well. */
  private cancel() {
    const { processID, secretKey } = this as unknown as Wire;
    if (!processID || secretKey === null) return;
    const request = Buffer.alloc(16);
    for (const [index, value] of [16, CANCEL_REQUEST, processID, secretKey].entries())
      request.writeInt32BE(value, 4 * index);
    const { host, port } = this;
    const socket = host.startsWith("/") ? connectSocket(`${host}/.s.PGSQL.${port}`) : connectSocket(port, host);
    socket.on("error", () => {});
    socket.setTimeout(CANCEL_MS, () => socket.destroy());
    socket.on("connect", () => socket.end(request));
    socket.resume();
  }
}

type Callback = (error: Error | undefined, client: PoolClient | undefined, release: (error?: Error) => void) => void;

/** The wait for a connection takes of the call's time as well. */
export class LimitedPool extends Pool {
  /** @param options `statementMs`: until we give up on a statement of no call's; 0: never. */
  constructor(options: ConstructorParameters<typeof Pool>[0] & { statementMs: number }) {
    super({ ...options, Client: LimitedClient } as typeof options);
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Callback): void;
  // biome-ignore lint/suspicious/noConfusingVoidType: as `pg` has it
  override connect(callback?: Callback): Promise<PoolClient> | void {
    // By a promise, which goes on as the call that asked; the pool's queue goes on as anyone who gives a connection back.
    const client = inTime(super.connect());
    if (!callback) return client;
    client.then(
      (connected) => callback(undefined, connected, connected.release),
      (error: Error) => callback(error, undefined, () => {}),
    );
  }
}

/** A connection that comes too late goes back. */
async function inTime(connecting: Promise<PoolClient>): Promise<PoolClient> {
  const time = callTime();
  if (!time) return connecting;
  const done = time.wait();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), Math.max(0, time.left));
  });
  try {
    const first = await Promise.race([connecting, late]);
    if (first !== "late") return first;
    connecting.then(
      (client) => client.release(),
      () => {},
    );
    throw new Error("timeout exceeded when trying to connect");
  } finally {
    clearTimeout(timer);
    done();
  }
}
