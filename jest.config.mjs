import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { n8n1Suites } from './test/jest/n8n1Suites.mjs';

const require = createRequire(import.meta.url);
const requireFromV1 = createRequire(require.resolve('n8n-core-v1'));

const shared = {
	runtime: '<rootDir>/test/jest/runtime.cjs',
	testEnvironment: '<rootDir>/test/jest/environment.cjs',
	transform: { '\\.ts$': '<rootDir>/test/jest/transform.cjs' },
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.host/', '<rootDir>/test/host/'],
};

const throughTheEngine = ['engine', 'nodes', 'credentials'];

// n8n-core 1.x keeps its own n8n-workflow. The node under test must share that very copy with it,
// or `instanceof NodeApiError` and the like would compare two different classes.
const v1 = Object.fromEntries(
	['n8n-workflow', '@n8n/di', '@n8n/backend-common'].map((name) => [
		`^${name}$`,
		requireFromV1.resolve(name),
	]),
);

if (!existsSync(new URL('dist', import.meta.url)))
	process.stderr.write(
		'There is no build in dist, which some tests read: run npm run build first.\n',
	);

export default {
	maxWorkers: '100%',
	// What takes longer hangs: how fast the machine is decides no test.
	testTimeout: 300_000,
	// To free a gigabyte takes longer than the usual half a second.
	workerGracefulExitTimeout: 30_000,
	projects: [
		{
			...shared,
			displayName: 'n8n-2.41',
			testMatch: [...throughTheEngine, 'coverage'].map(
				(folder) => `<rootDir>/test/${folder}/**/*.test.ts`,
			),
		},
		{
			...shared,
			displayName: 'n8n-1.123',
			testMatch: n8n1Suites(import.meta.dirname),
			moduleNameMapper: {
				...v1,
				'^n8n-core$': require.resolve('n8n-core-v1'),
				'^n8n-core/package.json$': require.resolve('n8n-core-v1/package.json'),
			},
		},
		{
			...shared,
			displayName: 'plain',
			testMatch: ['<rootDir>/test/**/*.test.ts'],
			testPathIgnorePatterns: [...throughTheEngine, 'coverage', 'host'].map(
				(folder) => `<rootDir>/test/${folder}/`,
			),
		},
	],
};
