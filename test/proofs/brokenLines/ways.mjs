import ts from 'typescript';

const { SyntaxKind: Kind } = ts;

const OPERATORS = new Map([
	[Kind.LessThanToken, '<='],
	[Kind.LessThanEqualsToken, '<'],
	[Kind.GreaterThanToken, '>='],
	[Kind.GreaterThanEqualsToken, '>'],
	[Kind.EqualsEqualsEqualsToken, '!=='],
	[Kind.ExclamationEqualsEqualsToken, '==='],
	[Kind.AmpersandAmpersandToken, '||'],
	[Kind.BarBarToken, '&&'],
	[Kind.PlusToken, '-'],
	[Kind.MinusToken, '+'],
	[Kind.AsteriskToken, '/'],
	[Kind.SlashToken, '*'],
	[Kind.PlusEqualsToken, '-='],
	[Kind.MinusEqualsToken, '+='],
]);

/** What a panel shows: other proofs look at it. */
const PANEL =
	/^(?:displayName|displayOptions|description|placeholder|hint|action|icon|builderHint|propertyHint|typeOptions|subtitle)$/;
/** Properties outside of functions whose strings go to the service. */
const WIRE = /^(?:url|method|bucket|wire|path|header|retrieve|complete|property)$/;
const WORD = /^\/?[a-z][\w/.-]+$/;

/** @param {ts.Node} node @returns {ts.Node[]} */
export const ancestors = (node) => (node.parent ? [node.parent, ...ancestors(node.parent)] : []);

/** @param {ts.Node} node */
export const nameOf = (node) =>
	'name' in node && node.name !== undefined ? /** @type {ts.Node} */ (node.name).getText() : '';

/** @param {ts.Node} node */
const isInFunction = (node) =>
	ancestors(node).some((one) => ts.isFunctionLike(one) && 'body' in one && one.body !== undefined);

/** Whether an object is a parameter of a panel, or an option of one. @param {ts.Node | undefined} node */
const isParameter = (node) =>
	node !== undefined &&
	ts.isObjectLiteralExpression(node) &&
	node.properties.some((one) => /^(?:displayName|value)$/.test(nameOf(one)));

/** Whether a node is part of what a panel shows. @param {ts.Node} node */
const isPanel = (node) =>
	/\bdisplayName: /.test(node.getText()) ||
	ancestors(node).some(
		(one, index, all) =>
			ts.isPropertyAssignment(one) &&
			(PANEL.test(nameOf(one)) || (index === 0 && isParameter(all[1]) && !WIRE.test(nameOf(one)))),
	);

/** Whether a value outside of functions goes to the service. @param {ts.Node} node */
const isWire = ({ parent }) =>
	(ts.isPropertyAssignment(parent) && WIRE.test(nameOf(parent))) ||
	(ts.isCallExpression(parent) && /^to[A-Z]/.test(parent.expression.getText()));

/** Whether a returned value may as well be undefined. @param {ts.Expression} value */
const isNothing = (value) =>
	/^(?:undefined|null|false|0|''|void .*|\[\])$/s.test(value.getText()) ||
	ts.isVoidExpression(value);

/** @param {ts.Node} node */
const returnsNothing = (node) => {
	const around = ancestors(node).find(ts.isFunctionLike);
	return /\bvoid\b/.test(around?.type?.getText() ?? '');
};

/**
 * How a node can be broken: what kind of break it is, the part that is replaced, by which code.
 * @param {ts.Node} node
 * @returns {Generator<{ kind: string, part: ts.Node, broken: string, code?: (id: number) => string }>}
 */
export function* waysToBreak(node) {
	if (isPanel(node)) return;
	const text = node.getText();
	if (ts.isNumericLiteral(node)) {
		const value = Number(node.text);
		const isConstant = ts.isVariableDeclaration(node.parent) || isInFunction(node);
		if (isConstant)
			yield { kind: 'number', part: node, broken: String(value > 9 ? value * 2 : value + 1) };
	} else if (ts.isStringLiteral(node)) {
		const isType = ts.isBinaryExpression(node.parent) && /^typeof /.test(node.parent.getText());
		const isOther = isType || ancestors(node).some(ts.isTemplateSpan);
		if (WORD.test(node.text) && !isOther && (isInFunction(node) || isWire(node))) {
			yield { kind: 'string', part: node, broken: `'${node.text}_'` };
		}
	} else if (ts.isPropertyAssignment(node) && /^[a-z]+(?:_[a-z]+)+$/.test(nameOf(node))) {
		const key = nameOf(node);
		const code = (/** @type {number} */ id) => `[__broken(${id}) ? '${key}_' : '${key}']`;
		yield { kind: 'key', part: node.name, broken: `${key}_`, code };
	}
	if (!isInFunction(node)) return;
	if (ts.isBinaryExpression(node)) {
		const { left, operatorToken, right } = node;
		const swapped = OPERATORS.get(operatorToken.kind);
		const joinsText = [left, right].some((side) => /^['"`]/.test(side.getText()));
		if (swapped !== undefined && !(joinsText && /[+-]/.test(swapped))) {
			const broken = `${left.getText()} ${swapped} ${right.getText()}`;
			yield { kind: 'operator', part: node, broken };
		}
		if (operatorToken.kind === Kind.QuestionQuestionToken) {
			yield { kind: 'default', part: node, broken: left.getText() };
		}
	} else if (ts.isIfStatement(node)) {
		yield { kind: 'condition', part: node.expression, broken: `!(${node.expression.getText()})` };
	} else if (ts.isConditionalExpression(node)) {
		yield { kind: 'condition', part: node.condition, broken: `!(${node.condition.getText()})` };
	} else if (ts.isReturnStatement(node) && node.expression) {
		if (!isNothing(node.expression) && !returnsNothing(node)) {
			yield { kind: 'return', part: node.expression, broken: 'undefined' };
		}
	} else if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) {
		if (!isNothing(node.body) && !ts.isCallExpression(node.body) && !returnsNothing(node.body)) {
			yield { kind: 'return', part: node.body, broken: 'undefined' };
		}
	} else if (ts.isExpressionStatement(node)) {
		const isAwaited = ts.isAwaitExpression(node.expression);
		const call = isAwaited ? node.expression.expression : node.expression;
		if (ts.isCallExpression(call) && !/^super\b|logger|\.debug\(/.test(text)) {
			const code = (/** @type {number} */ id) => `{ if (!__broken(${id})) ${text} }`;
			yield { kind: isAwaited ? 'guard' : 'call', part: node, broken: '', code };
		}
	}
}
