/** Exact decimal arithmetic. Imported from here alone, as the build puts a copy into each file that imports the package. */
export { Big, type RoundingMode } from 'big.js';
