/** Opens the proof dialog; resolves to true if the admin gave the proof. */
type ProofDialogOpener = () => Promise<boolean>;

let openDialog: ProofDialogOpener | null = null;
let open: Promise<boolean> | null = null;

/** Registers the proof dialog of the page. @returns a function that unregisters it */
export function registerProofDialog(opener: ProofDialogOpener): () => void {
  openDialog = opener;
  return () => {
    if (openDialog !== opener) return;
    openDialog = null;
    open = null;
  };
}

/** Asks the admin for a proof of identity. Simultaneous calls share one dialog. */
export function askForProof(): Promise<boolean> {
  if (open) return open;
  const asked = (openDialog?.() ?? Promise.resolve(false)).finally(() => {
    if (open === asked) open = null;
  });
  open = asked;
  return asked;
}
