"use client";

import { useSyncExternalStore } from "react";

const subscribeNever = () => () => {};
const returnTrue = () => true;
const returnFalse = () => false;

/** Returns false on the server and until hydration, when input and clicks would be lost. */
export const useInBrowser = () => useSyncExternalStore(subscribeNever, returnTrue, returnFalse);
