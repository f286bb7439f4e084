import { z } from 'zod';

/** Shapes by the value of `type`. */
export type ShapesByType = Readonly<Record<string, z.ZodType>>;

/**
 * An object whose `type` says what else it must hold. A type nobody knows may hold anything: it may
 * be tomorrow's.
 */
export function byType(shapes: ShapesByType): z.ZodType {
  return z.looseObject({ type: z.string() }).check(inShape(shapes));
}

/** An object of one of these types and no other. */
export function oneOfTypes(shapes: ShapesByType): z.ZodType {
  return z.looseObject({ type: z.enum(Object.keys(shapes)) }).check(inShape(shapes));
}

type CheckType = z.core.CheckFn<{ readonly type?: unknown; readonly [member: string]: unknown }>;

/** Checks an object against the shape its `type` stands for. */
export function inShape(shapes: ShapesByType): CheckType {
  const check: CheckType = (context) => {
    const { type } = context.value;
    const shape =
      typeof type === 'string' && Object.hasOwn(shapes, type) ? shapes[type] : undefined;
    const issues = shape?.safeParse(context.value).error?.issues ?? [];
    context.issues.push(...(issues as unknown as typeof context.issues));
  };
  inside.set(check, shapes);
  return check;
}

const inside = new WeakMap<object, ShapesByType>();

/** The shapes a check of {@link inShape} chooses from; undefined for other checks. */
export function shapesInside(check: object): ShapesByType | undefined {
  return inside.get(check);
}
