import { afterEach } from '@jest/globals';

/**
 * Sets variables of the process for libraries that read them themselves, and takes them back after
 * each spec. Undefined unsets one.
 */
export function environment(): (variables: Readonly<Record<string, string | undefined>>) => void {
  const before = new Map<string, string | undefined>();
  const set = (name: string, value: string | undefined): void => {
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  };
  afterEach(() => {
    for (const [name, value] of before) set(name, value);
    before.clear();
  });
  return (variables) => {
    for (const [name, value] of Object.entries(variables)) {
      if (!before.has(name)) before.set(name, process.env[name]);
      set(name, value);
    }
  };
}
