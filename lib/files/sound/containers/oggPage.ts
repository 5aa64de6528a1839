import { tableChecksum } from './checksum';

/** Bytes of the head of a page before the lengths of its parts. */
export const PAGE_HEAD = 27;
export const START = Buffer.from('OggS');

/** Flags of the first and the last page of a stream. */
export const FIRST = 2;
export const LAST = 4;

export const checksum = tableChecksum(32, 0x04c1_1db7);

/** A page lists as many lengths, of at most 255 bytes each. */
export const LENGTHS_PER_PAGE = 255;

/** The most bytes that a packet may have to fit on one page. */
export const LARGEST_ON_PAGE = LENGTHS_PER_PAGE * 255 - 1;
