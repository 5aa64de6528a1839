import type { BucketName } from '../../lib/wire/pacing/bucket';
import type { RateClass } from '../service/rateLimits';
import type { Covered } from './covered';

/** The limits of the service that several operations share (docs/maintainers/service.md#rate-limits); any other operation is paced alone. */
const SHARED: Partial<Record<RateClass, BucketName>> = {
	...{ XS: 'text', S: 'text', M: 'text', L: 'text' },
	...{ audio: 'audio', image: 'image', rpc: 'rpc' },
};

/** Its limit is not documented: the local service counts it as a chat. */
const UNDOCUMENTED = ['POST /decisions'];

/** Operations that are not paced together with what the service counts together, as sentences. */
export function wrongBuckets(covered: Covered[]): string[] {
	return covered.flatMap(({ title, operation, route, runs }) => {
		const [{ countedAs } = {}] = runs;
		const isShared = countedAs !== undefined && !UNDOCUMENTED.includes(route.name);
		const wanted = isShared ? SHARED[countedAs] : undefined;
		if (operation.bucket === wanted) return [];
		return wanted === undefined
			? [`${title} has the bucket '${operation.bucket}', but the service does not count it as that`]
			: [`${title} needs bucket: '${wanted}', as the service counts it as ${countedAs}`];
	});
}
