import { STREAM_HABITS } from '../../service/chat/streamHabits';
import { withService } from '../withService';
import { type Path, runPath } from './paths';

const world = withService();
const paths: Path[] = ['chatStream', 'chatLive', 'lmInvokeStream', 'lmStream'];
const [path, weather] = ['/chat/completions', { name: 'get_weather', arguments: { city: 'Lyon' } }];

describe.each(paths)('on the path %s', (way) => {
	it.each(STREAM_HABITS.filter((habit) => habit !== 'noFinish'))(
		'an answer of a service with the habit %s is whole',
		async (streamHabit) => {
			world.service.fault({ path, streamHabit });
			expect(await runPath(world, world.access, way)).toMatchObject({
				text: 'You said “Hello”',
				tokens: { input: expect.any(Number), output: expect.any(Number) },
			});
			world.service.fault({ path, streamHabit });
			world.service.script({ calls: [weather] });
			const { calls } = await runPath(world, world.access, way);
			expect(calls).toEqual([{ name: 'get_weather', args: { city: 'Lyon' } }]);
			expect(world.service.ledger).toHaveLength(2);
		},
	);

	it('an answer that never says that it is complete is an error, and charged once', async () => {
		world.service.fault({ path, streamHabit: 'noFinish' });
		const { error } = await runPath(world, world.access, way);
		expect(error).toMatch(/without saying that it is complete.*may have been charged/);
		expect(world.service.ledger).toHaveLength(1);
	});
});
