/** Returns #modalRoot, into which every modal renders (specification section 2). Not for the server or the first render. */
export const modalRoot = () => document.getElementById("modalRoot");
