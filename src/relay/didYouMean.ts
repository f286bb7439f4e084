import { closestMatch } from 'leven';

/** `: did you mean "port"?`, or nothing where no known name is near. */
export function didYouMean(name: string, known: readonly string[]): string {
  const nearest = closestMatch(name, known, {
    maxDistance: Math.max(2, Math.ceil(name.length / 3)),
  });
  return nearest === undefined ? '' : `: did you mean ${nearest}?`;
}
