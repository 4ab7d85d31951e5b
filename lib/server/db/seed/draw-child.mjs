// @ts-check
// Draws the demo's documents in a process of its own: what the image library takes for 700 drawings, 170 MB, it gives back
// by ending. Started by draw.ts.
import sharp from "sharp";

sharp.cache(false);

/** @typedef {{ id: number, svg: string, blur: number, quality: number, thumbnail: { side: number, quality: number }, hashSide: number }} Order */

process.on("message", (/** @type {Order} */ order) => {
  draw(order).then(
    (drawn) => process.send?.({ id: order.id, ...drawn }),
    (error) => process.send?.({ id: order.id, problem: String(error) }),
  );
});
// Nobody is left to draw for.
process.on("disconnect", () => process.exit());

/** @param {Order} order */
async function draw({ svg, blur, quality, thumbnail, hashSide }) {
  const image = sharp(Buffer.from(svg));
  const bytes = await (blur ? image.blur(blur) : image).jpeg({ quality }).toBuffer();
  const small = sharp(bytes).resize(thumbnail.side, thumbnail.side, { fit: "inside" });
  return {
    bytes,
    thumbnail: await small.jpeg({ quality: thumbnail.quality }).toBuffer(),
    pixels: hashSide
      ? await sharp(bytes).greyscale().resize(hashSide, hashSide, { fit: "fill" }).raw().toBuffer()
      : null,
  };
}
