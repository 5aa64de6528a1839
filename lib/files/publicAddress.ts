import * as ipaddr from 'ipaddr.js';

/** Public by its number, but served by the virtual machine's own host. */
const AZURE_HOST_ADDRESS = '168.63.129.16';

/** Names that never leave a private network: of this machine, of a local network, and of one without dots. */
const PRIVATE_HOST_NAME =
	/(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa)$/;

/** Whether an IP address is one of the public internet: not this machine, a private network, link-local (cloud metadata), multicast or reserved. */
export function isPublicAddress(text: string): boolean {
	if (!ipaddr.isValid(text)) return false;
	// An IPv4 address inside IPv6 (RFC 4291, section 2.5.5.2) counts as itself.
	const address = ipaddr.process(text);
	if (address instanceof ipaddr.IPv4) {
		return address.range() === 'unicast' && address.toString() !== AZURE_HOST_ADDRESS;
	}
	return isPublicV6(address);
}

function isPublicV6(address: ipaddr.IPv6): boolean {
	// The well-known prefix of IPv6-only networks (RFC 6052) has the real address at its end; that of RFC 8215 beside it is for local use.
	if (address.range() === 'rfc6052' && address.parts[2] === 0) {
		return isPublicAddress(new ipaddr.IPv4(address.toByteArray().slice(12)).toString());
	}
	// Global unicast is 2000::/3 (RFC 4291, section 2.4).
	return address.range() === 'unicast' && ((address.parts[0] ?? 0) & 0xe000) === 0x2000;
}

/** What the host of a URL is: an IP address without brackets, or undefined for a name. */
export function ipAddressOf(host: string): string | undefined {
	const bare = host.replace(/^\[(.*)\]$/, '$1');
	return ipaddr.isValid(bare) ? bare : undefined;
}

/** Whether a host name is of a private network by its form alone. */
export function isPrivateHostName(host: string): boolean {
	const name = host.toLowerCase().replace(/\.$/, '');
	return !name.includes('.') || PRIVATE_HOST_NAME.test(name);
}
