// A child of Bench.mjs: runs the specs it is sent in the copy of the tree it was started in, one
// list after the other, and sends back which are red. To start jest anew for each list would take
// longer than the specs do.
import { createRequire } from 'node:module';
import path from 'node:path';

const here = process.cwd();
const { runCLI } = createRequire(path.join(here, 'package.json'))('jest');

process.on('message', ({ specs }) => {
  runCLI(
    {
      _: specs.map((spec) => `spec/${spec}.spec.ts`),
      $0: 'mutate',
      runTestsByPath: true,
      runInBand: true,
      ci: true,
      silent: true,
      reporters: [],
      // A busy machine is no reason for a red spec.
      testTimeout: 60_000,
      cacheDirectory: path.join(here, '.jest'),
    },
    [here],
  ).then(
    ({ results }) => process.send({ ran: results.numTotalTestSuites, red: redIn(results) }),
    (error) => process.send({ error: String(error?.stack ?? error) }),
  );
});

/** Specs with failures, and how many tests of each failed; none when the spec did not even load. */
const redIn = ({ testResults }) =>
  testResults
    .filter(({ numFailingTests, testExecError }) => numFailingTests > 0 || testExecError)
    .map(({ testFilePath, numFailingTests }) => ({
      spec: path.relative(path.join(here, 'spec'), testFilePath).replace(/\.spec\.ts$/, ''),
      failed: numFailingTests,
    }));
