import "server-only";
import { api } from "./api/spine";
import { readChecklist, removeMark, setMark } from "./setup/checklist";
import { loadStarterSet, previewStarterSet } from "./setup/starter-sets";

const { setup: calls } = api;

export const setup = {
  checklist: calls.checklist.handler(({ context: { db } }) => readChecklist(db)),
  dismiss: calls.dismiss.handler(async ({ input, context: { tx, admin, audit } }) => {
    const { is_dismissed } = await readChecklist(tx);
    if (input.is_dismissed) await setMark(tx, "dismissed", admin.id);
    else await removeMark(tx, "dismissed");
    audit({ record: null, before: { is_dismissed }, after: { is_dismissed: input.is_dismissed } });
    return readChecklist(tx);
  }),
  confirmBackup: calls.confirmBackup.handler(async ({ context: { tx, admin, audit } }) => {
    await setMark(tx, "backup_restored", admin.id);
    audit({ record: null, after: { backup_restored: true } });
    return readChecklist(tx);
  }),
  starterSet: calls.starterSet.handler(({ input, context: { db } }) => previewStarterSet(db, input.starterSet)),
  loadStarterSet: calls.loadStarterSet.handler(({ input, context }) => loadStarterSet(context, input.starterSet)),
};
