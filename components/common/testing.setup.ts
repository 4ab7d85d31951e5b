import { configure } from "@testing-library/react";

// Forms load their schema when they are sent, dialogs when they are opened; a busy machine takes its time over that.
configure({ asyncUtilTimeout: 5_000 });

// happy-dom's selects have none, and react-hook-form then leaves their default value out: it takes them for edited.
Object.defineProperty(HTMLSelectElement.prototype, "size", { value: 0 });
