import "server-only";

const UNITS = ["B", "KB", "MB", "GB", "TB"];

/** Formats a number of bytes with one decimal, such as `1.5 GB`. */
export function formatSize(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${UNITS[power]}`;
}
