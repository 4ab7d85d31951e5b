/** Every modal renders into #modalRoot (specification section 2). On the server, for a modal that has an address, nowhere. */
export const modalRoot = () => (typeof document === "undefined" ? null : document.getElementById("modalRoot"));
