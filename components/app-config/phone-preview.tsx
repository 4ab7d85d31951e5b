import { clsx } from "clsx";
import { Landmark } from "lucide-react";
import { useState } from "react";
import { FreeText } from "@/components/common/free-text";
import { Button } from "@/components/ui/button";

/** Colours of the phone in the preview. They do not change with the dashboard's theme. */
const THEMES = {
  light: { screen: "bg-[#dfe7e4] text-[#10201b]", card: "bg-[#ffffff]" },
  dark: { screen: "bg-[#0b1110] text-[#e8efec]", card: "bg-[#25322f]" },
};

type PhonePreviewProps = { title: string; text: string; image?: string };

/** Previews a notification on a locked phone, light or dark. Real phones cut long texts differently. */
export function NotificationPhonePreview({ title, text, image }: PhonePreviewProps) {
  const [theme, setTheme] = useState<"light" | "dark">("light");
  return (
    <div className="space-y-3">
      <fieldset className="flex justify-center gap-1">
        <legend className="sr-only">Look of the phone</legend>
        {(["light", "dark"] as const).map((each) => (
          <Button
            key={each}
            size="sm"
            variant={theme === each ? "primary" : "secondary"}
            aria-pressed={theme === each}
            onClick={() => setTheme(each)}
          >
            {each === "light" ? "Light" : "Dark"}
          </Button>
        ))}
      </fieldset>
      <figure
        aria-label="Preview on a locked phone"
        className={clsx(
          "mx-auto flex min-h-96 w-full max-w-76 flex-col rounded-[2rem] border-8 border-control px-3 pt-10 pb-6",
          THEMES[theme].screen,
        )}
      >
        <p aria-hidden="true" className="text-center font-semibold text-[3rem] leading-none tabular-nums">
          14:05
        </p>
        <p aria-hidden="true" className="mt-1 mb-8 text-center text-sm">
          Monday 23 November
        </p>
        <div className={clsx("rounded-2xl p-3 text-sm shadow-card", THEMES[theme].card)}>
          <p className="flex items-center gap-2 text-xs">
            <span className="flex size-5 items-center justify-center rounded-md bg-[#0a6650] text-[#ffffff]">
              <Landmark className="size-3" aria-hidden="true" />
            </span>
            Cross River Pay
            <span className="ml-auto">now</span>
          </p>
          <FreeText as="p" className="mt-2 font-bold">
            {title.trim() || "Title"}
          </FreeText>
          <FreeText as="p" className="line-clamp-5 whitespace-pre-line">
            {text.trim() || "Text"}
          </FreeText>
          {image && (
            // biome-ignore lint/performance/noImgElement: a data URI of a few kB needs no image optimizer
            <img src={image} alt="" className="mt-2 max-h-36 w-full rounded-lg object-cover" />
          )}
        </div>
      </figure>
    </div>
  );
}
