/** As if a link had been clicked: the browser saves the file itself, piece by piece, and the page stays. */
export function download(token: string) {
  const anchor = document.createElement("a");
  anchor.href = `/api/v1/exports/${token}`;
  anchor.download = "";
  anchor.click();
}
