const places = 30;

/** A number as whole units of 10^-30, by the shortest text that means it. @param {number} value */
function units(value) {
	const [, sign, whole, part = '', exponent = '0'] =
		/^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
	const shift = places - part.length + Number(exponent);
	if (whole === undefined || shift < 0) throw new RangeError(`${value} has too many digits`);
	return BigInt(`${sign}${whole}${part}`) * 10n ** BigInt(shift);
}

/** The exact sum of decimal numbers as text without needless zeros. @param {number[]} values */
export function exactSum(values) {
	const sum = values.reduce((all, value) => all + units(value), 0n);
	const digits = String(sum < 0n ? -sum : sum).padStart(places + 1, '0');
	const part = digits.slice(-places).replace(/0+$/, '');
	return `${sum < 0n ? '-' : ''}${digits.slice(0, -places)}${part && `.${part}`}`;
}
