/** Downloads an export as if a link were clicked: the browser streams the file to disk, and the page stays open. */
export function downloadExport(token: string) {
  const anchor = document.createElement("a");
  anchor.href = `/api/v1/exports/${token}`;
  anchor.download = "";
  anchor.click();
}
