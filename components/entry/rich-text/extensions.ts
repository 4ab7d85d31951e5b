import { mergeAttributes, Node } from "@tiptap/core";
import { TableKit } from "@tiptap/extension-table";
import StarterKit from "@tiptap/starter-kit";
import { isLink } from "@/lib/contract/entries.values";
import { HEADING_LEVELS } from "@/lib/contract/rich-text.values";

type ImageUrl = (imageId: string) => string | undefined;
/** Calls `look` when URLs of pictures may have changed. @returns function that unsubscribes */
type Watch = (look: () => void) => () => void;

/** Defines a picture by id. The editor looks up its URL; a pasted URL is never used. */
const picture = (imageUrl: ImageUrl, watch: Watch) =>
  Node.create({
    name: "image",
    group: "block",
    atom: true,
    draggable: true,
    addAttributes() {
      return {
        imageId: { default: null, parseHTML: (element) => element.getAttribute("data-image-id") },
        alt: { default: "", parseHTML: (element) => element.getAttribute("alt") ?? "" },
      };
    },
    parseHTML: () => [{ tag: "img[data-image-id]" }],
    renderHTML: ({ node, HTMLAttributes }) => [
      "img",
      mergeAttributes({ "data-image-id": node.attrs.imageId, alt: HTMLAttributes.alt }),
    ],
    addNodeView: () => (props) => {
      const dom = document.createElement("img");
      let { attrs } = props.node;
      const show = () => {
        const src = imageUrl(String(attrs.imageId)) ?? "";
        if (dom.getAttribute("src") !== src) dom.setAttribute("src", src);
        dom.alt = String(attrs.alt ?? "");
      };
      show();
      return {
        dom,
        update: (node) => {
          if (node.type.name !== "image") return false;
          attrs = node.attrs;
          show();
          return true;
        },
        destroy: watch(show),
        selectNode: () => dom.classList.add("ring-2", "ring-primary"),
        deselectNode: () => dom.classList.remove("ring-2", "ring-primary"),
      };
    },
  });

/** Returns the editor's extensions: only the nodes and marks that can be stored. */
export const extensionsFor = (imageUrl: ImageUrl, watch: Watch) => [
  StarterKit.configure({
    heading: { levels: [...HEADING_LEVELS] },
    code: false,
    codeBlock: false,
    link: {
      openOnClick: false,
      autolink: false,
      linkOnPaste: false,
      protocols: ["mailto", "tel"],
      isAllowedUri: (url) => isLink(url),
      HTMLAttributes: { target: null, rel: null },
    },
  }),
  TableKit.configure({ table: { resizable: false } }),
  picture(imageUrl, watch),
];
