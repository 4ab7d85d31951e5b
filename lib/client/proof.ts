/** Shows the dialog in which the admin proves who they are; resolves to whether they did. */
type ProofDialogOpener = () => Promise<boolean>;

let openDialog: ProofDialogOpener | null = null;
let open: Promise<boolean> | null = null;

/** Registers the dialog of the page. @returns unregisters it */
export function registerProofDialog(opener: ProofDialogOpener): () => void {
  openDialog = opener;
  return () => {
    if (openDialog !== opener) return;
    openDialog = null;
    open = null;
  };
}

/** Asks the admin to prove who they are. Calls that need it at the same time share one dialog. */
export function askForProof(): Promise<boolean> {
  if (open) return open;
  const asked = (openDialog?.() ?? Promise.resolve(false)).finally(() => {
    if (open === asked) open = null;
  });
  open = asked;
  return asked;
}
