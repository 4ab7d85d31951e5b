import { SCANS_PER_REQUEST_MAX } from "@/lib/contract/event.values";
import type { ScanAnswer, TicketScan } from "@/lib/contract/event-gate";
import type { GateStore, WaitingScan } from "./store";

/** Groups scans into API calls: each for one event and one gate, in the order of the scans. */
export function groupScansIntoBatches(scans: readonly WaitingScan[]): WaitingScan[][] {
  const batches: WaitingScan[][] = [];
  for (const scan of scans) {
    const lastBatch = batches.findLast(([firstScan]) => firstScan?.event === scan.event);
    if (lastBatch?.[0]?.gate === scan.gate && lastBatch.length < SCANS_PER_REQUEST_MAX) lastBatch.push(scan);
    else batches.push([scan]);
  }
  return batches;
}

const toScan = ({ id, hash, scanned_at, let_in }: WaitingScan): TicketScan => ({ id, hash, scanned_at, let_in });

/** Manages the unsent scans of all admins on this phone. Removes a scan only after the server's response. */
export function createTicketScanQueue(store: GateStore, onChange: () => void) {
  let rows: WaitingScan[] = [];
  /** Ids of scans that are only in memory, because the phone's storage is full or blocked. */
  const notStored = new Set<string>();
  /** Ids of sent scans, which are skipped if the storage failed to remove them. */
  const sentIds = new Set<string>();

  /** Loads stored scans, because another tab may have closed before sending its scans. */
  async function loadScans() {
    const storedScans = (await store.scans()).filter(({ id }) => !sentIds.has(id));
    // Keeps scans that were added while the stored scans were loading.
    rows = [...storedScans, ...rows.filter(({ id }) => storedScans.every((storedScan) => storedScan.id !== id))];
    onChange();
  }

  async function addScan(scan: WaitingScan) {
    rows.push(scan);
    const isStored = await store.addScan(scan).then(
      () => store.lasting,
      () => false,
    );
    // Remembers a scan that could not be stored. It is still sent, unless the page closes first.
    if (!isStored) notStored.add(scan.id);
    onChange();
  }

  /** Sends one batch of scans. @returns responses with their scans @throws what `send` throws; the scans then stay queued */
  async function send<Out extends { answers: ScanAnswer[] }>(
    batch: readonly WaitingScan[],
    sendScans: (input: { eventId: string; gate: string; scans: TicketScan[]; sent_at: string }) => Promise<Out>,
  ): Promise<{ out: Out; answered: { scan: WaitingScan; answer: ScanAnswer }[] }> {
    const [firstScan] = batch;
    const sendResult = await sendScans({
      eventId: firstScan?.event ?? "",
      gate: firstScan?.gate ?? "",
      scans: batch.map(toScan),
      sent_at: new Date().toISOString(),
    });
    const answered = batch.flatMap((scan) => {
      const answer = sendResult.answers.find(({ id }) => id === scan.id);
      return answer ? [{ scan, answer }] : [];
    });
    const ids = new Set(answered.map(({ scan }) => scan.id));
    for (const id of ids) {
      sentIds.add(id);
      notStored.delete(id);
    }
    await store.dropScans([...ids]).catch(() => {});
    rows = rows.filter(({ id }) => !ids.has(id));
    onChange();
    return { out: sendResult, answered };
  }

  return { load: loadScans, add: addScan, send, all: (): readonly WaitingScan[] => rows, unkept: () => notStored.size };
}
