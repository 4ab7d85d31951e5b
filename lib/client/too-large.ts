/** Returns an error message if a file is too large to be sent, else null. @param limit bytes */
export function tooLargeMessage(file: File, limit: number, noun: "file" | "picture"): string | null {
  if (file.size <= limit) return null;
  if (file.type.startsWith("video/")) return "This is a video. Send a photo instead.";
  return `This ${noun} is larger than ${limit / 1_000_000} MB. Choose a smaller one.`;
}
