import { admitPaid, readJson, type Route } from '../../call';
import { chargeUnits, line } from '../../images/pay';
import { videoTranscriptionRequest } from '../../schemas/videoJobs';

const PRICE_USD = 0.01;

export const transcribeVideo: Route = {
	method: 'POST',
	path: '/video/transcriptions',
	access: 'inference',
	handle(call) {
		const { url, response_format: format } = readJson(call, videoTranscriptionRequest);
		admitPaid(call, 'videoQueue');
		chargeUnits(call, [line('video', 'transcription', 1, PRICE_USD)], 'transcript');
		const transcript = `What is said at ${url}`;
		if (format === 'text') {
			return { payload: { bytes: Buffer.from(transcript), type: 'text/plain; charset=utf-8' } };
		}
		return { payload: { json: { transcript, lang: 'en' } } };
	},
};
