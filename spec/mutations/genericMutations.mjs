import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { relatedSpecs } from './relatedSpecs.mjs';
import { specsOf } from './tables/index.mjs';
import { transpiled } from './transpiled.mjs';

const folders = ['src/folds', 'src/operators', 'src/convert'];

/** Operators and what each becomes. */
const swaps = new Map([
  ['===', '!=='],
  ['!==', '==='],
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['&&', '||'],
  ['||', '&&'],
  ['+', '-'],
  ['-', '+'],
  ['+=', '-='],
]);

/**
 * Changes nobody thought of: operators swapped, conditions dropped or turned round, numbers off by
 * one, texts and lists emptied or filled.
 *
 * @param count - how many to pick
 * @param seed - which; the same seed picks the same from the same code
 */
export function genericMutations(root, count, seed, isWanted) {
  const all = folders
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true })
        .filter((name) => name.endsWith('.ts') && !name.endsWith('index.ts'))
        .map((name) => `${folder}/${name}`),
    )
    .sort()
    .filter((file) => relatedSpecs(root, file).length > 0)
    .flatMap((file) => mutantsOf(file, readFileSync(path.join(root, file), 'utf8')))
    .filter(isWanted);
  const random = randomNumbers(seed);
  const picked = [];
  while (picked.length < count && all.length > 0) {
    const [{ edit, source, ...mutation }] = all.splice(Math.floor(random() * all.length), 1);
    const [from, to, replacement] = edit;
    const mutant = source.slice(0, from) + replacement + source.slice(to);
    const { code, fault } = transpiled(mutant);
    // What is left of a change once the types are gone may be nothing.
    if (fault !== undefined || code === transpiled(source).code) continue;
    const specs =
      specsOf(mutation.file) ?? nearest(relatedSpecs(root, mutation.file), mutation.file);
    picked.push({ ...mutation, mutant, code, specs });
  }
  return picked;
}

/** Without a row in the tables: the spec of the same name, or those of the same folder. */
function nearest(specs, file) {
  const mirrored = file.replace(/^src\/|\.ts$/g, '');
  const folder = mirrored.slice(0, mirrored.lastIndexOf('/'));
  if (specs.includes(mirrored)) return [mirrored];
  const beside = specs.filter((spec) => spec.startsWith(`${folder}/`));
  return beside.length > 0 ? beside : specs;
}

function mutantsOf(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const mutants = [];
  const add = (node, replacement, from = node.getStart(), to = node.getEnd()) => {
    const { line } = tree.getLineAndCharacterOfPosition(from);
    const text = source.slice(from, to).replace(/\s+/g, ' ');
    const around = source.split('\n')[line].trim();
    const words = `${text} → ${replacement.replace(/\s+/g, ' ')}   in: ${around}`;
    mutants.push({
      file,
      source,
      line: line + 1,
      words,
      id: `${file}:${from}: ${words}`,
      edit: [from, to, replacement],
    });
  };
  const condition = (node) => {
    add(node, 'true');
    add(node, 'false');
  };
  const visit = (node) => {
    // Types are not there when it runs.
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
      return;
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const swap = swaps.get(node.operatorToken.getText());
      if (swap) add(node.operatorToken, swap);
      if (['&&', '||', '??'].includes(node.operatorToken.getText())) {
        add(node, node.left.getText());
        add(node, node.right.getText());
      }
    }
    if (ts.isIfStatement(node)) condition(node.expression);
    if (ts.isConditionalExpression(node)) {
      add(node, `(${node.whenTrue.getText()})`);
      add(node, `(${node.whenFalse.getText()})`);
    }
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      add(node, node.operand.getText());
    if (ts.isNumericLiteral(node)) add(node, `(${node.getText()} + 1)`);
    if (ts.isStringLiteral(node) && !ts.isPropertyAssignment(node.parent))
      add(node, node.text === '' ? "'mutant'" : "''");
    if (
      ts.isStringLiteral(node) &&
      ts.isPropertyAssignment(node.parent) &&
      node.parent.initializer === node
    )
      add(node, node.text === '' ? "'mutant'" : "''");
    if (ts.isArrayLiteralExpression(node) && node.elements.length > 0) add(node, '[]');
    if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, 'false');
    if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, 'true');
    if (ts.isSpreadAssignment(node)) add(node, '...{}');
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return mutants;
}

/** Mulberry32: small, and the same everywhere. */
function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
