import nodeModule from 'node:module';

/**
 * Lets modules from outside import `rxjs` and `marblegate` where they have none of their own.
 *
 * A stage is one file beside a configuration, in no project. What it imports for itself it keeps;
 * what it has not is the relay's, so that there is one RxJS and not two.
 */
export function lendPackages(): void {
  if (lent) return;
  lent = true;
  nodeModule.register(`data:text/javascript,${encodeURIComponent(lending)}`, {
    data: { lender: import.meta.url },
  });
}

let lent = false;

/** Runs on a thread of Node's own, so it is a module by itself. */
const lending = `
let lender;
export function initialize(data) {
  lender = data.lender;
}
export async function resolve(specifier, context, next) {
  try {
    return await next(specifier, context);
  } catch (error) {
    if (!/^(rxjs|marblegate)(\\/|$)/.test(specifier)) throw error;
    return next(specifier, { ...context, parentURL: lender });
  }
}
`;
