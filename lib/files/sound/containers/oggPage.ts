import { createChecksum } from './checksum';

/** Bytes of the head of a page before the lengths of its parts. */
export const PAGE_HEAD_BYTES = 27;
export const PAGE_START = Buffer.from('OggS');

/** Flags of the first and the last page of a stream. */
export const FIRST_PAGE_FLAG = 2;
export const LAST_PAGE_FLAG = 4;

export const pageChecksum = createChecksum(32, 0x04c1_1db7);

/** A page lists as many lengths, of at most 255 bytes each. */
export const MAX_LENGTHS_PER_PAGE = 255;

/** The most bytes that a packet may have to fit on one page. */
export const MAX_PACKET_BYTES_ON_PAGE = MAX_LENGTHS_PER_PAGE * 255 - 1;
