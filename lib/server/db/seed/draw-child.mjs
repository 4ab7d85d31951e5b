// @ts-check
// Draws the demo's documents in a separate process (draw.ts), whose exit frees the image library's 170 MB.
import sharp from "sharp";

sharp.cache(false);

/**
 * A picture to draw. @typedef {{ id: number, svg: string, blur: number, quality: number, thumbnail: { side: number, quality: number },
 * hashSide: number }} DrawJob
 */

process.on("message", (/** @type {DrawJob} */ job) => {
  drawImage(job).then(
    (drawn) => process.send?.({ id: job.id, ...drawn }),
    (error) => process.send?.({ id: job.id, problem: String(error) }),
  );
});
// Exits when the parent process has ended.
process.on("disconnect", () => process.exit());

/** @param {DrawJob} job */
async function drawImage({ svg, blur, quality, thumbnail, hashSide }) {
  const image = sharp(Buffer.from(svg));
  const bytes = await (blur ? image.blur(blur) : image).jpeg({ quality }).toBuffer();
  const thumbnailImage = sharp(bytes).resize(thumbnail.side, thumbnail.side, { fit: "inside" });
  return {
    bytes,
    thumbnail: await thumbnailImage.jpeg({ quality: thumbnail.quality }).toBuffer(),
    pixels: hashSide
      ? await sharp(bytes).greyscale().resize(hashSide, hashSide, { fit: "fill" }).raw().toBuffer()
      : null,
  };
}
