import { ConnectionError } from '../errors.ts';

/**
 * Loads a package that is only needed in some set-ups, the first time it is needed.
 *
 * **Errors** – `ConnectionError` that says what to install, or what to configure instead.
 *
 * @param advice - what to do without the package
 */
export async function optionalPeer<T>(
  name: string,
  load: () => Promise<T>,
  advice: string,
): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new ConnectionError(
      `This relay needs the package ${name} here: install it, or ${advice}.`,
      {
        cause,
      },
    );
  }
}
