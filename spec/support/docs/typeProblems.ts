import ts from 'typescript';

/** What the compiler says of some files, with the project's own strictness. */
export function typeProblems(files: readonly string[]): readonly string[] {
  const root = new URL('../../../', import.meta.url).pathname;
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, (path) => ts.sys.readFile(path)) as {
    readonly config: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram(files, {
    ...options,
    allowJs: true,
    checkJs: true,
    declaration: false,
    isolatedDeclarations: false,
    noEmit: true,
    // A page may name a thing and leave it at that.
    noUnusedLocals: false,
    noUnusedParameters: false,
  });
  const found = [
    ...program.getOptionsDiagnostics(),
    // Of these files only: to check the sources as well would take as long again.
    ...program
      .getSourceFiles()
      .filter(({ fileName }) => files.includes(fileName))
      .flatMap((file) => [
        ...program.getSyntacticDiagnostics(file),
        ...program.getSemanticDiagnostics(file),
      ]),
  ];
  return found.map(({ file, start = 0, messageText }) => {
    const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1;
    const name = file?.fileName.split('/').at(-1) ?? 'options';
    return `${name}:${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}
