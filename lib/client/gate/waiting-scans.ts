import { SCANS_MAX } from "@/lib/contract/event.values";
import type { Scan, ScanAnswer } from "@/lib/contract/event-gate";
import type { GateStore, WaitingScan } from "./store";

/** Splits scans into calls: of one event and one gate, in the order in which they were made. */
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

/** Scans that the server has not answered, of anyone who used this phone. A row leaves only when it is answered. */
export function waitingScans(store: GateStore, onChange: () => void) {
  let rows: WaitingScan[] = [];
  /** Those that only this page knows: the phone's storage is full or refused. */
  const unkept = new Set<string>();
  /** Those that are done, also where the phone could not drop them. */
  const done = new Set<string>();

  /** Another tab may have added some, and be closed before it sent them. */
  async function load() {
    const kept = (await store.scans()).filter(({ id }) => !done.has(id));
    // What was scanned while the rows were being read is among them.
    rows = [...kept, ...rows.filter(({ id }) => kept.every((other) => other.id !== id))];
    onChange();
  }

  async function add(scan: WaitingScan) {
    rows.push(scan);
    const isKept = await store.addScan(scan).then(
      () => store.lasting,
      () => false,
    );
    // It is still sent, unless the page is closed before.
    if (!isKept) unkept.add(scan.id);
    onChange();
  }

  /** Sends one batch. Throws what `send` throws; then its rows wait on. @returns the answers with their scans */
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
