export const writePage = () => {};
