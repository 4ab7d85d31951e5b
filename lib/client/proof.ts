/** Opens the dialog in which an admin proves their identity; resolves to true if they have done so. */
type ProofDialogOpener = () => Promise<boolean>;

let openDialog: ProofDialogOpener | null = null;
let openPromise: Promise<boolean> | null = null;

/** Registers the page's dialog for a proof of identity. @returns a function that unregisters it */
export function registerIdentityProofDialog(opener: ProofDialogOpener): () => void {
  openDialog = opener;
  return () => {
    if (openDialog !== opener) return;
    openDialog = null;
    openPromise = null;
  };
}

/** Opens the dialog for a proof of identity; resolves to true if it was given. Simultaneous calls share one dialog. */
export function requestIdentityProof(): Promise<boolean> {
  if (openPromise) return openPromise;
  const dialogResult = (openDialog?.() ?? Promise.resolve(false)).finally(() => {
    if (openPromise === dialogResult) openPromise = null;
  });
  openPromise = dialogResult;
  return dialogResult;
}
