import { fork } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** What no run of the specs needs of the tree. */
const needless = /^(?:\.git|node_modules|dist.*|coverage|bench)$/;
/** Each run leaves its modules behind in the process; a fresh one costs less than swapping. */
const mostRuns = 25;

/** A copy of the tree that can be spoilt, and a process that runs its specs. */
export class Place {
  #runner;
  #runs = 0;

  constructor(root) {
    this.path = mkdtempSync(path.join(os.tmpdir(), 'marblegate-mutate-'));
    for (const name of readdirSync(root).filter((entry) => !needless.test(entry)))
      cpSync(path.join(root, name), path.join(this.path, name), { recursive: true });
    symlinkSync(path.join(root, 'node_modules'), path.join(this.path, 'node_modules'));
  }

  /**
   * Runs specs.
   *
   * @returns those that are red, and whether time was up before they had ended
   */
  async run(specs, limitMs) {
    // Whoever ended the process may have been somebody else: once more, then it was the change.
    const all = specs.map((spec) => ({ spec, failed: 0 }));
    return (
      (await this.#try(specs, limitMs)) ??
      (await this.#try(specs, limitMs)) ?? { hung: false, red: all }
    );
  }

  /** One run; undefined when the process ended in it. */
  #try(specs, limitMs) {
    this.#runs += 1;
    if (this.#runs > mostRuns) this.#stop();
    this.#runner ??= this.#start();
    const runner = this.#runner;
    return new Promise((resolve, reject) => {
      const settle = (how, value) => {
        clearTimeout(timer);
        runner.removeAllListeners();
        how(value);
      };
      const timer = setTimeout(() => {
        this.#stop();
        settle(resolve, { hung: true, red: [] });
      }, limitMs);
      runner.once('message', ({ error, ran, red }) => {
        if (error !== undefined) settle(reject, new Error(error));
        else if (ran !== specs.length)
          settle(reject, new Error(`jest ran ${ran} of the specs ${specs.join(', ')}`));
        else settle(resolve, { hung: false, red });
      });
      runner.once('exit', () => {
        this.#runner = undefined;
        settle(resolve, undefined);
      });
      runner.send({ specs });
    });
  }

  close() {
    this.#stop();
    rmSync(this.path, { recursive: true, force: true, maxRetries: 10 });
  }

  #start() {
    this.#runs = 1;
    return fork(fileURLToPath(new URL('specRunner.mjs', import.meta.url)), {
      cwd: this.path,
      execArgv: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
  }

  #stop() {
    this.#runner?.removeAllListeners();
    this.#runner?.kill('SIGKILL');
    this.#runner = undefined;
  }
}
