import http from 'node:http';
import https from 'node:https';

// Loaded into n8n before anything else, in tests only: what goes to Slack arrives at the stand-in of test/host/slack.mjs.
const standIn = new URL(String(process.env.SLACK_STAND_IN));
const hosts = ['slack.com', 'files.slack.com'];
const { request } = https;

/** @param {any[]} args as https.request takes them */
https.request = (...args) => {
	const options = args.find((one) => typeof one === 'object' && !(one instanceof URL));
	const host = options?.hostname ?? options?.host;
	if (!hosts.includes(host)) return Reflect.apply(request, https, args);
	const headers = { ...options.headers, 'x-asked-host': host };
	const { hostname, port } = standIn;
	const there = { ...options, headers, hostname, port, host: hostname, protocol: 'http:' };
	delete there.agent;
	delete there.defaultPort;
	return http.request(
		there,
		args.find((one) => typeof one === 'function'),
	);
};
