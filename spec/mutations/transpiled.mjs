import ts from 'typescript';

/**
 * Source as it will run, without types and comments.
 *
 * @returns its code, and what is wrong with its syntax, if anything is
 */
export function transpiled(source) {
  const { outputText, diagnostics = [] } = ts.transpileModule(source, {
    reportDiagnostics: true,
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      removeComments: true,
    },
  });
  const [first] = diagnostics;
  return {
    code: outputText,
    fault: first && ts.flattenDiagnosticMessageText(first.messageText, ' '),
  };
}
