/**
 * Writes what each door offers to `api/<door>.api.md`, or fails where it is not what is written there:
 * `npm run api`, `npm run api:check`. A changed surface shows in review.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';

const root = fileURLToPath(new URL('..', import.meta.url));
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const write = process.argv.includes('--write');

const doors = Object.entries(manifest.exports).filter(([, file]) => file.endsWith('.js'));
const changed = doors.filter(([door, file]) => !isAsWritten(door, file)).map(([door]) => door);
if (changed.length > 0) {
  console.error(`Not what api/ says: ${changed.join(' ')}. If it is meant: npm run api`);
  process.exitCode = 1;
} else {
  console.log(`${doors.length} doors are what api/ says.`);
}

function isAsWritten(door, file) {
  const name = door === '.' ? 'marblegate' : door.slice(2).replaceAll('/', '-');
  const none = { logLevel: ExtractorLogLevel.None };
  const config = ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: `${root}package.json`,
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: `${root}${file.replace(/\.js$/, '.d.ts')}`,
      // What the compiler needs to know of a consumer; not how we compile ourselves.
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'es2023',
            module: 'nodenext',
            lib: ['es2023'],
            types: ['node'],
            strict: true,
            skipLibCheck: true,
          },
          files: [`${root}${file.replace(/\.js$/, '.d.ts')}`],
        },
      },
      apiReport: {
        enabled: true,
        reportFolder: `${root}api`,
        reportTempFolder: `${root}node_modules/.cache/api`,
        reportFileName: name,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages: {
        compilerMessageReporting: { default: none },
        // We say `@defaultValue` of more than properties, and forget exports on purpose: what is
        // reachable only through another type is not a promise of its own.
        extractorMessageReporting: { default: none },
        tsdocMessageReporting: { default: none },
      },
    },
  });
  const { apiReportChanged, succeeded } = Extractor.invoke(config, {
    localBuild: write,
    showVerboseMessages: false,
    messageCallback: (message) => {
      if (message.logLevel !== 'error') message.handled = true;
    },
  });
  return write ? succeeded : succeeded && !apiReportChanged;
}
