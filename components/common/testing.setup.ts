import { configure } from "@testing-library/react";

// Forms load their schema when they are sent, dialogs when they are opened; a busy machine takes its time over that.
configure({ asyncUtilTimeout: 5_000 });
