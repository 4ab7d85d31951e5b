import { mergeAttributes, Node } from "@tiptap/core";
import { TableKit } from "@tiptap/extension-table";
import StarterKit from "@tiptap/starter-kit";
import { isAllowedLink } from "@/lib/contract/content-entries.values";
import { HEADING_LEVELS } from "@/lib/contract/rich-text.values";

type ImageUrl = (imageId: string) => string | undefined;
/** Registers a callback for changed picture URLs. @returns function that unsubscribes */
type SubscribeToImages = (update: () => void) => () => void;

/** Defines a picture node by id. The editor looks up the picture's URL; a pasted URL is never used. */
const imageExtension = (imageUrl: ImageUrl, subscribe: SubscribeToImages) =>
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
      const imageElement = document.createElement("img");
      let { attrs } = props.node;
      const updateSource = () => {
        const src = imageUrl(String(attrs.imageId)) ?? "";
        if (imageElement.getAttribute("src") !== src) imageElement.setAttribute("src", src);
        imageElement.alt = String(attrs.alt ?? "");
      };
      updateSource();
      return {
        dom: imageElement,
        update: (node) => {
          if (node.type.name !== "image") return false;
          attrs = node.attrs;
          updateSource();
          return true;
        },
        destroy: subscribe(updateSource),
        selectNode: () => imageElement.classList.add("ring-2", "ring-primary"),
        deselectNode: () => imageElement.classList.remove("ring-2", "ring-primary"),
      };
    },
  });

/** Returns the editor's extensions: only nodes and marks that can be stored. */
export const editorExtensions = (imageUrl: ImageUrl, subscribe: SubscribeToImages) => [
  StarterKit.configure({
    heading: { levels: [...HEADING_LEVELS] },
    code: false,
    codeBlock: false,
    link: {
      openOnClick: false,
      autolink: false,
      linkOnPaste: false,
      protocols: ["mailto", "tel"],
      isAllowedUri: (url) => isAllowedLink(url),
      HTMLAttributes: { target: null, rel: null },
    },
  }),
  TableKit.configure({ table: { resizable: false } }),
  imageExtension(imageUrl, subscribe),
];
