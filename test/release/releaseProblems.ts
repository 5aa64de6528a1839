const placeholder =
	/\bexample\.(?:org|com|net)\b|github\.com\/inference-service\b|^Inference Service contributors$/;

interface Manifest {
	version: string;
	author?: { name?: string; email?: string };
	homepage?: string;
	repository?: { url?: string };
	keywords?: string[];
	n8n: { nodes: string[]; credentials: string[] };
	[field: string]: unknown;
}

interface Release {
	manifest: Manifest;
	changelog: string;
	/** As `.ci/readme.mjs` has written it. */
	readme: string;
	/** Paths in the tarball. */
	files: string[];
	sbom: { components?: Array<{ name: string; version: string }> };
	/** What `dist/THIRD_PARTY_LICENSES.txt` holds. */
	licenses: string;
	/** The workflow that publishes. */
	publish: string;
	/** What brand.json holds. */
	brand: { baseUrl: string };
}

/** What keeps a package from being released, as sentences; none when it is ready. */
export function releaseProblems({
	manifest,
	changelog,
	readme,
	files,
	sbom,
	licenses,
	publish,
}: Omit<Release, 'brand'>): string[] {
	const { version, author = {}, homepage = '', repository = {}, keywords = [] } = manifest;
	const owner = { 'author.name': author.name, 'author.email': author.email, homepage };
	const problems = Object.entries({ ...owner, 'repository.url': repository.url })
		.filter(([, value]) => !value || placeholder.test(value))
		.map(([name, value]) => `package.json: ${name} is still a placeholder (${value ?? 'empty'})`);

	if (!String(repository.url).includes(homepage.replace(/^https:\/\//, '').replace(/#.*$/, '')))
		problems.push('package.json: homepage and repository.url name different repositories');
	if (!keywords.includes('n8n-community-node-package'))
		problems.push('package.json: the keyword n8n-community-node-package is missing');
	for (const field of ['dependencies', 'overrides', 'bundledDependencies'])
		if (manifest[field]) problems.push(`package.json: n8n verifies no package with ${field}`);

	if (
		!new RegExp(`^## ${version.replaceAll('.', '\\.')} - \\d{4}-\\d\\d-\\d\\d$`, 'm').test(
			changelog,
		)
	)
		problems.push(`CHANGELOG.md: version ${version} has no entry with a date`);

	problems.push(...pageProblems(readme, homepage));

	const listed = [...manifest.n8n.nodes, ...manifest.n8n.credentials, 'LICENSE', 'README.md'];
	for (const file of listed)
		if (!files.includes(file)) problems.push(`Tarball: ${file} is missing`);
	for (const file of files)
		if (!/^(?:dist\/|LICENSE$|README\.md$|index\.js$|package\.json$)/.test(file))
			problems.push(`Tarball: ${file} does not belong there`);
	if (!sbom.components?.length) problems.push('SBOM: no bundled package is listed');
	for (const part of licenses.split(/^-{80}$/m)) {
		const [heading = '', ...text] = part.trim().split('\n');
		if (text.join('').trim() === '')
			problems.push(`Tarball: THIRD_PARTY_LICENSES.txt has no text for ${heading}`);
	}
	if (!/npm publish .*--provenance/.test(publish))
		problems.push('publish.yml: npm publish lacks --provenance');
	return problems;
}

/** What would be wrong or lead nowhere on the page of the registry. */
function pageProblems(readme: string, homepage: string): string[] {
	const problems: string[] = [];
	const relative = /\]\((?![a-z]+:|#)[^)]+\)/.exec(readme);
	if (relative) problems.push(`README.md: ${relative[0]} is a relative link; run .ci/readme.mjs`);
	if (readme.includes('until published'))
		problems.push('README.md: it still says what holds only until the package is published');
	if (!readme.includes(`git clone ${homepage} `))
		problems.push(`README.md: the command for a clone does not name ${homepage}`);
	return problems;
}

/** What n8n's verification asks beyond a release, as sentences; none when a brand file answers it. */
export function verificationProblems({ brand }: Pick<Release, 'brand'>): string[] {
	if (brand.baseUrl && !placeholder.test(brand.baseUrl)) return [];
	return [
		`brand.json: n8n verifies packages for one named service, so baseUrl must be its address (${brand.baseUrl || 'empty'})`,
	];
}
