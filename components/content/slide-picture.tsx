import { clsx } from "clsx";

type SlidePictureProps = {
  src: string | null;
  alt: string;
  title: string;
  /** Point of the picture that stays visible, in percent from the left and from the top. */
  focal: { x: number; y: number };
  cut: "wide" | "square";
};

const CROP_CLASS = { wide: "aspect-video w-full", square: "aspect-square w-40" };

/** Renders the picture of a slide, cropped as in the app. */
export function SlidePicture({ src, alt, title, focal, cut: crop }: SlidePictureProps) {
  return (
    <figure className={clsx("overflow-hidden rounded-xl bg-sunken", crop === "square" && "w-40")}>
      {src ? (
        // biome-ignore lint/performance/noImgElement: a data URI, or a size rendered by the server
        <img
          src={src}
          alt={alt}
          style={{ objectPosition: `${focal.x}% ${focal.y}%` }}
          className={clsx(CROP_CLASS[crop], "object-cover")}
        />
      ) : (
        <p className={clsx(CROP_CLASS[crop], "flex items-center justify-center text-muted text-sm")}>No picture yet</p>
      )}
      {title && crop === "wide" && <figcaption className="px-3 py-2 font-semibold text-sm">{title}</figcaption>}
    </figure>
  );
}
