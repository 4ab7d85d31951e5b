import { SCANS_MAX } from "@/lib/contract/event.values";
import type { Scan, ScanAnswer } from "@/lib/contract/event-gate";
import type { GateStore, WaitingScan } from "./store";

/** Splits scans into API calls: each of one event and one gate, in the order of the scans. */
export function batchesOf(scans: readonly WaitingScan[]): WaitingScan[][] {
  const batches: WaitingScan[][] = [];
  for (const scan of scans) {
    const last = batches.findLast(([first]) => first?.event === scan.event);
    if (last?.[0]?.gate === scan.gate && last.length < SCANS_MAX) last.push(scan);
    else batches.push([scan]);
  }
  return batches;
}

const sent = ({ id, hash, scanned_at, let_in }: WaitingScan): Scan => ({ id, hash, scanned_at, let_in });

/** Manages the unsent scans of all admins on this phone. A scan is removed only once the server has answered it. */
export function waitingScans(store: GateStore, onChange: () => void) {
  let rows: WaitingScan[] = [];
  /** Ids of scans that are only in memory, because the phone's storage is full or blocked. */
  const unkept = new Set<string>();
  /** Ids of sent scans, in case the storage could not remove them. */
  const done = new Set<string>();

  /** Loads stored scans, because another tab may have been closed before sending its own. */
  async function load() {
    const kept = (await store.scans()).filter(({ id }) => !done.has(id));
    // Keeps scans made while the stored ones were loading.
    rows = [...kept, ...rows.filter(({ id }) => kept.every((other) => other.id !== id))];
    onChange();
  }

  async function add(scan: WaitingScan) {
    rows.push(scan);
    const isKept = await store.addScan(scan).then(
      () => store.lasting,
      () => false,
    );
    // A scan that was not stored is still sent, unless the page is closed first.
    if (!isKept) unkept.add(scan.id);
    onChange();
  }

  /** Sends one batch. @returns the answers with their scans @throws what `send` throws; the scans then stay queued */
  async function send<Out extends { answers: ScanAnswer[] }>(
    batch: readonly WaitingScan[],
    door: (input: { eventId: string; gate: string; scans: Scan[]; sent_at: string }) => Promise<Out>,
  ): Promise<{ out: Out; answered: { scan: WaitingScan; answer: ScanAnswer }[] }> {
    const [first] = batch;
    const out = await door({
      eventId: first?.event ?? "",
      gate: first?.gate ?? "",
      scans: batch.map(sent),
      sent_at: new Date().toISOString(),
    });
    const answered = batch.flatMap((scan) => {
      const answer = out.answers.find(({ id }) => id === scan.id);
      return answer ? [{ scan, answer }] : [];
    });
    const ids = new Set(answered.map(({ scan }) => scan.id));
    for (const id of ids) {
      done.add(id);
      unkept.delete(id);
    }
    await store.dropScans([...ids]).catch(() => {});
    rows = rows.filter(({ id }) => !ids.has(id));
    onChange();
    return { out, answered };
  }

  return { load, add, send, all: (): readonly WaitingScan[] => rows, unkept: () => unkept.size };
}
