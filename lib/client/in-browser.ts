"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};
const inTheBrowser = () => true;
const onTheServer = () => false;

/** False on the server and until the page listens: what is typed or pressed before that would be lost. */
export const useInBrowser = () => useSyncExternalStore(never, inTheBrowser, onTheServer);
