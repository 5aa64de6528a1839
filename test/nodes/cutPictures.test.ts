import { FULL_RUNS } from '../coverage/runs/all';
import { prepared } from '../coverage/fullRun';
import { files } from '../coverage/given';
import { picture } from '../service/media/picture';
import { rowsHere } from '../engine/rows';
import { withService } from './withService';

const world = withService();
const whole = picture('jpeg', { width: 320, height: 320 }, 'a');
const half = whole.subarray(0, whole.length / 2).toString('base64');
const isPicture = (data: string) => data === files.photo.data;

const cases = FULL_RUNS.flatMap(({ node, runs }) =>
	runs
		// A film is enlarged whatever pictures are beside it.
		.filter(
			({ items, name }) =>
				name !== 'a video in a field' &&
				items?.some(({ binary = {} }) => Object.values(binary).some(({ data }) => isPicture(data))),
		)
		.map((one) => [node.description.displayName, one.operation, one.name, node, one] as const),
);

it('there are operations of images, videos and chats', () => {
	const names = new Set(cases.map(([name]) => name));
	expect([...names]).toEqual(
		expect.arrayContaining(['Inference Chat', 'Inference Image', 'Inference Video']),
	);
});

it.each(rowsHere(cases, 3))(
	'half of a picture is refused before anything is paid: %s, %s, %s',
	async (_node, _operation, _name, node, { resource, operation, prepare, ...given }) => {
		world.service.reset();
		const parameters = prepared(given.parameters, await prepare?.(world));
		const spent = world.spent;
		const items = (given.items ?? []).map(({ json, binary = {} }) => {
			const cut = Object.entries(binary).map(([name, file]) => [
				name,
				isPicture(file.data) ? { ...file, data: half } : file,
			]);
			return { json, binary: Object.fromEntries(cut) };
		});
		const { error } = await world.run({
			...{ node, items },
			parameters: { ...parameters, ...(resource && { resource }), operation },
		});
		expect(error?.message).toMatch(/incomplete: it ends after \d+ bytes, .* JPEG picture data$/);
		expect(world.spent).toBe(spent);
	},
);
