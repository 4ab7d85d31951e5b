/** Saves a blob as a file with this name, as the browser's download. */
export function downloadBlobAsFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(window.document.createElement("a"), { href: url, download: name });
  link.click();
  // Revokes the object URL only after 30 s, because the browser starts to read the blob after this task.
  setTimeout(() => URL.revokeObjectURL(url), 30_000);
}
