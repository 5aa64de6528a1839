import type { FullRuns } from '../fullRun';
import { billing, usageTrigger } from './account';
import { audio } from './audio';
import { chat } from './chat';
import { image } from './image';
import { keys } from './keys';
import { characters, models } from './lists';
import { cryptoRpc, decisions, embeddings, web } from './others';
import { video } from './video';

export const FULL_RUNS: FullRuns[] = [
	chat,
	image,
	audio,
	video,
	embeddings,
	decisions,
	models,
	characters,
	billing,
	keys,
	cryptoRpc,
	web,
	usageTrigger,
];
