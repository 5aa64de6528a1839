import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface Service {
	image: string;
	command?: string | string[];
	environment?: Record<string, string>;
	volumes?: string[];
	depends_on?: Record<string, { condition: string }>;
	healthcheck?: object;
}

const read = (file: string) => readFileSync(file, 'utf8');
const { services, volumes } = parse(read('examples/docker/compose.yml'), { merge: true }) as {
	services: Record<string, Service>;
	volumes: Record<string, unknown>;
};
const { version } = JSON.parse(read('package.json')) as { version: string };
const { n8nVersion } = /n8nVersion = '(?<n8nVersion>[^']+)'/.exec(read('test/host/paths.mjs'))
	?.groups as { n8nVersion: string };
const called = (name: string) => services[name] as Service;

it('installs the tarball of this version as the pages say', () => {
	const command = `npm ${[called('package').command].flat().join(' ')}`;
	const tarball = `n8n-nodes-inference-service-${version}.tgz`;
	const byHand = command
		.replace('/home/node/.n8n', '~/.n8n')
		.replace('/package.tgz', `./${tarball}`);
	expect(read('docs/start.md')).toContain(`${byHand}\n`);
	expect(read('README.md')).toContain(`${byHand}\n`);
	expect(called('package').volumes?.join(' ')).toContain(tarball);
});

it.each(['n8n', 'worker'])(
	'%s is the tested n8n in queue mode, and may load the package',
	(name) => {
		const { image, environment, volumes: mounted = [] } = called(name);
		expect(image).toBe(`\${N8N_IMAGE:-n8nio/n8n:${n8nVersion}}`);
		expect(environment).toMatchObject({
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: 'postgres',
			EXECUTIONS_MODE: 'queue',
			QUEUE_BULL_REDIS_HOST: 'redis',
			N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		});
		expect(mounted.filter((one) => called('package').volumes?.includes(one))).toHaveLength(1);
	},
);

it('waits only for what it starts, and mounts only volumes that it names', () => {
	for (const { depends_on: needed = {}, volumes: mounted = [] } of Object.values(services)) {
		for (const [name, { condition }] of Object.entries(needed))
			if (condition === 'service_healthy') expect(called(name).healthcheck).toBeDefined();
			else expect(name).toBe('package');
		const named = mounted.map((one) => one.split(':')[0] ?? '').filter((one) => !one.includes('$'));
		expect(named.filter((one) => !(one in volumes))).toEqual([]);
	}
});

it('holds no password', () => {
	for (const name of ['POSTGRES_PASSWORD', 'N8N_ENCRYPTION_KEY'])
		expect(read('examples/docker/compose.yml')).toMatch(new RegExp(`${name}: \\$\\{${name}:\\?`));
});
