import { wav } from '../speech/wav';

/** How long a WAV file plays, in seconds; undefined for any other file. */
export function wavSeconds(bytes: Buffer): number | undefined {
	try {
		const { slices, format } = wav.survey(bytes);
		const perSecond = format?.readUInt32LE(8) ?? 0;
		const sound = slices.reduce((sum, [start, end]) => sum + end - start, 0);
		return perSecond > 0 ? sound / perSecond : undefined;
	} catch {
		return undefined;
	}
}
