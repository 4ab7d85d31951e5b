import "server-only";
import { refuse } from "@/lib/server/api/errors";
import { runInDecodeThread } from "./decode-thread";
import { type PixelSize, storedScale } from "./stored-size";

/** A decoded picture: one byte per channel and pixel. */
export type DecodedPicture = PixelSize & { pixels: Uint8Array; channels: 3 | 4 };

/** Limits for decoding one HEIC picture. */
export const HEIC_LIMITS = {
  /** Maximum memory in bytes for libheif per picture: enough for 48 megapixels. */
  maxMemory: 384 * 1_048_576,
  /** Time limit from the start of the thread to the pixels, in ms. 48 megapixels take about 10 s on one core. */
  milliseconds: 30_000,
};

type DecodeProblem = "damaged" | "heavy";

const JPEG_ADVICE =
  "Send it as a JPEG: on the iPhone choose Settings > Camera > Formats > Most Compatible and take it again, or open it on a computer and export it as a JPEG.";
const PROBLEM_MESSAGES: Record<DecodeProblem, string> = {
  damaged: `This iPhone photo (HEIC) is damaged or not complete. ${JPEG_ADVICE}`,
  heavy: `This iPhone photo (HEIC) takes too much time or memory to read. ${JPEG_ADVICE}`,
};

/**
 * Decodes a HEIC picture with libheif in its own thread, which has time and memory limits.
 * @param check throws an error for a size to refuse, before decoding
 * @param handlePixels receives the pixels with the file's rotation applied, already reduced if the picture is at least
 * twice the stored size
 * @throws 422 for a damaged file or one that exceeds the limits; 503 if too many files wait
 */
export function withPixelsOfHeic<T>(
  bytes: Buffer,
  check: (size: PixelSize) => void,
  handlePixels: (pixels: DecodedPicture) => Promise<T>,
  { milliseconds, maxMemory } = HEIC_LIMITS,
): Promise<T> {
  const thread = { file: "heic-worker.mjs", data: { bytes, maxMemory }, milliseconds, refusal: heicRefusal };
  return runInDecodeThread(thread, async (exchange) => {
    const size = await exchange<PixelSize>();
    check(size);
    return handlePixels(await exchange<DecodedPicture>(Math.floor(1 / storedScale(size))));
  });
}

const heicRefusal = (problem: DecodeProblem) => refuse.file(422, PROBLEM_MESSAGES[problem]);
