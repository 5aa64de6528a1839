import { pagesOf } from '../../../lib/files/sound/oggPages';
import { soundFormat } from '../../media/sound';

const ADTS_HEADER = 7;
/** Identification, comments and setup. */
const VORBIS_HEADERS = 3;

/** What a decoder takes from a file of ADTS frames or of Vorbis in Ogg, without headers; throws where the file is not whole. */
export function packetsIn(file: Buffer): Buffer[] {
	return soundFormat(file) === 'ogg' ? vorbisPackets(file).slice(VORBIS_HEADERS) : adtsFrames(file);
}

/** The frames of an ADTS file, without their headers (ISO/IEC 13818-7, 6.2). */
function adtsFrames(file: Buffer): Buffer[] {
	const found: Buffer[] = [];
	for (let at = 0; at < file.length;) {
		const size = (file.readUIntBE(at + 3, 3) >> 5) & 0x1fff;
		if (file.readUInt16BE(at) !== 0xfff1 || at + size > file.length) {
			throw new Error(`There is no frame at ${at}`);
		}
		found.push(file.subarray(at + ADTS_HEADER, at + size));
		at += size;
	}
	return found;
}

/** All packets of an Ogg file, whose pages must be numbered and carry the right checksums. */
export function vorbisPackets(file: Buffer): Buffer[] {
	const pages = pagesOf(file);
	const isWhole = pages.every(({ isIntact, sequence }, index) => isIntact && sequence === index);
	if (!isWhole) throw new Error('A page is missing or damaged');
	return pages.flatMap(({ packets }) => packets);
}
