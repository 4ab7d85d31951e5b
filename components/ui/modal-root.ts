/** Every modal renders into #modalRoot (specification section 2); only called for what opens after the first paint. */
export const modalRoot = () => document.getElementById("modalRoot");
