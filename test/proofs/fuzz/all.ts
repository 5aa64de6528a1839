import type { Fuzzer } from './fuzzer';
import { answers } from './kinds/answers';
import { confirmations } from './kinds/confirmations';
import { csv } from './kinds/csv';
import { headers } from './kinds/headers';
import { media } from './kinds/media';
import { offers } from './kinds/offers';
import { refusals } from './kinds/refusals';
import { stream } from './kinds/stream';
import { usage } from './kinds/usage';

/** Every kind of hostile input, each against the functions that read it. */
export const FUZZERS = [
	...[offers, confirmations, stream, refusals, headers, usage, csv, media, answers],
] as unknown as Fuzzer[];
