"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};
const inTheBrowser = () => true;
const onTheServer = () => false;

/** Returns false on the server and until hydration, when input and clicks would be lost. */
export const useInBrowser = () => useSyncExternalStore(never, inTheBrowser, onTheServer);
