'use strict';

const { n8n } = require('./package.json');

// Each class is required on first use, so that asking for one does not load the others.
for (const file of [...n8n.credentials, ...n8n.nodes]) {
	const className = file.split('/').at(-1).split('.')[0];
	Object.defineProperty(module.exports, className, {
		enumerable: true,
		get: () => require(`./${file}`)[className],
	});
}
