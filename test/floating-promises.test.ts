import { type Node, SyntaxKind } from "typescript/unstable/ast";
import {
  isBinaryExpression,
  isCallExpression,
  isConditionalExpression,
  isExpressionStatement,
  isParenthesizedExpression,
  isPropertyAccessExpression,
} from "typescript/unstable/ast/is";
import { API, type Project } from "typescript/unstable/sync";
import { expect, test } from "vitest";
import { root } from "./fixtures/source-files.ts";

// Biome's rule does not know the types of Node's modules or of the other packages here. The type checker does.
const projects = [
  "packages/apps",
  "packages/dashboard",
  "packages/frame",
  "packages/sdk",
  "packages/toolshed",
  "packages/toolshed/views/notes-board",
  "examples",
  "test",
];

/** Deliberate: each raises an unhandled rejection on purpose and says so where it is. */
const exceptions = [
  "packages/toolshed/src/run/sandbox/prelude.ts: SavedPromise.reject(error)",
  "packages/toolshed/src/run/sandbox/prelude.ts: SavedPromise.resolve().then(action)",
  'test/setup/fixtures/unhandled-rejection.fixture.ts: Promise.reject(new Error("left behind"))',
];

test("every promise is awaited, returned or handled", { timeout: 180_000 }, () => {
  const api = new API({ cwd: root });
  try {
    const found = projects.flatMap((folder) => {
      const config = `${root}${folder}/tsconfig.json`;
      const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
      if (!project) throw new Error(`No project at ${config}`);
      return floatingPromises(project);
    });
    expect([...new Set(found)].sort()).toEqual(exceptions);
  } finally {
    api.close();
  }
});

function floatingPromises({ rootFiles, program, checker }: Project): string[] {
  return rootFiles.flatMap((file) => {
    const source = program.getSourceFile(file);
    const values = source ? discardedValues(source) : [];
    const types = checker.getTypeAtLocation(values);
    return values
      .filter((_, index) => {
        const type = types[index];
        const present = type && checker.getNonNullableType(type);
        return present && checker.getPropertyOfType(present, "then");
      })
      .map((value) => `${file.slice(root.length)}: ${value.getText(source)}`);
  });
}

/** The expressions whose value nobody uses, without those that handle a rejection. */
function discardedValues(source: Node): Node[] {
  const values: Node[] = [];
  const visit = (node: Node) => {
    if (isExpressionStatement(node))
      values.push(...outcomes(node.expression).filter((value) => !handlesRejection(value)));
    node.forEachChild(visit);
  };
  visit(source);
  return values;
}

function outcomes(node: Node): Node[] {
  if (isParenthesizedExpression(node)) return outcomes(node.expression);
  if (isConditionalExpression(node)) return [...outcomes(node.whenTrue), ...outcomes(node.whenFalse)];
  // An assignment keeps its value.
  if (isBinaryExpression(node))
    return shortCircuits.includes(node.operatorToken.kind) ? outcomes(node.right) : [];
  return isCallExpression(node) ? [node] : [];
}

const shortCircuits = [
  SyntaxKind.AmpersandAmpersandToken,
  SyntaxKind.BarBarToken,
  SyntaxKind.QuestionQuestionToken,
  SyntaxKind.CommaToken,
];

function handlesRejection(node: Node): boolean {
  if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return false;
  const { text } = node.expression.name;
  return text === "catch" || (text === "then" && node.arguments.length > 1);
}
