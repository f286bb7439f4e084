/** Something chosen by weight. */
export interface Weighted {
  readonly weight?: number;
}

/**
 * A random order in which each is as likely to come first as its weight says, and so on among those
 * that are left. What weighs nothing comes last.
 *
 * @param random - a number from 0 up to 1
 */
export function weightedOrder<T extends Weighted>(
  items: readonly T[],
  random: () => number,
): readonly T[] {
  const left = [...items];
  const order: T[] = [];
  while (left.length > 0) order.push(...left.splice(chosen(left, random), 1));
  return order;
}

function chosen(items: readonly Weighted[], random: () => number): number {
  const total = items.reduce((sum, item) => sum + weightOf(item), 0);
  let point = random() * total;
  const hit = items.findIndex((item) => {
    point -= weightOf(item);
    return point < 0;
  });
  return Math.max(0, hit);
}

const weightOf = ({ weight = 1 }: Weighted): number => weight;
