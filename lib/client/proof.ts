/** Opens the proof dialog; resolves to true if the admin gave the proof. */
type ProofDialogOpener = () => Promise<boolean>;

let openDialog: ProofDialogOpener | null = null;
let openPromise: Promise<boolean> | null = null;

/** Registers the page's proof dialog. @returns a function that unregisters it */
export function registerProofDialog(opener: ProofDialogOpener): () => void {
  openDialog = opener;
  return () => {
    if (openDialog !== opener) return;
    openDialog = null;
    openPromise = null;
  };
}

/** Opens a dialog for a proof of identity. Simultaneous calls share one dialog. */
export function requestProof(): Promise<boolean> {
  if (openPromise) return openPromise;
  const dialogResult = (openDialog?.() ?? Promise.resolve(false)).finally(() => {
    if (openPromise === dialogResult) openPromise = null;
  });
  openPromise = dialogResult;
  return dialogResult;
}
