import type { z } from 'zod';
import { isRecord } from '../isRecord.ts';
import { shapesInside } from './byType.ts';

/** Whether a value has a shape. */
export type Accepts = (value: unknown) => boolean;

/**
 * A quick look whether zod would find nothing wrong with a value.
 *
 * Almost every request is right, and zod makes a copy of it, looks for each member there could be,
 * and keeps a list of faults for each that is there. Read once out of the same shapes, this looks at
 * what is there. It is sure only of its yes: whatever it does not know it leaves to zod, which alone
 * says what is wrong.
 */
export function acceptor(shape: z.core.$ZodType): Accepts {
  const known = acceptors.get(shape);
  if (known !== undefined) return known;
  // A shape may lie inside itself.
  acceptors.set(shape, (value) => accepts(value));
  const accepts = checked(shape, ofKind(shape as z.core.$ZodTypes));
  acceptors.set(shape, accepts);
  return accepts;
}

const acceptors = new WeakMap<z.core.$ZodType, Accepts>();

/** Leaves it to zod. */
const left =
  (shape: z.core.$ZodType): Accepts =>
  (value) =>
    (shape as z.ZodType).safeParse(value).success;

function ofKind(shape: z.core.$ZodTypes): Accepts {
  const { def } = shape._zod;
  switch (def.type) {
    case 'unknown':
      return () => true;
    case 'string':
      return (value) => typeof value === 'string';
    case 'number':
      return Number.isFinite;
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'literal':
      return isOneOf(def.values);
    case 'enum':
      return isOneOf(Object.values(def.entries));
    case 'optional': {
      const accepts = acceptor(def.innerType);
      return (value) => value === undefined || accepts(value);
    }
    case 'nullable': {
      const accepts = acceptor(def.innerType);
      return (value) => value === null || accepts(value);
    }
    case 'lazy':
      return (value) => acceptor(def.getter())(value);
    case 'union': {
      const options = def.options.map(acceptor);
      return (value) => {
        for (const accepts of options) if (accepts(value)) return true;
        return false;
      };
    }
    case 'array': {
      const accepts = acceptor(def.element);
      return (value) => {
        if (!Array.isArray(value)) return false;
        for (const item of value) if (!accepts(item)) return false;
        return true;
      };
    }
    case 'record':
      return isOpen(def.valueType) ? isPlain : left(shape);
    case 'object':
      return isOpen(def.catchall) ? ofMembers(def.shape) : left(shape);
    default:
      return left(shape);
  }
}

function isOneOf(values: readonly unknown[]): Accepts {
  const known = new Set(values);
  return (value) => known.has(value);
}

const isOpen = (shape: z.core.$ZodType | undefined): boolean => shape?._zod.def.type === 'unknown';

/** An object as JSON has it. */
const isPlain = (value: unknown): boolean =>
  isRecord(value) && Object.getPrototypeOf(value) === Object.prototype;

function ofMembers(shape: z.core.$ZodShape): Accepts {
  const entries = Object.entries(shape);
  const members = new Map(entries.map(([name, inner]) => [name, acceptor(inner)]));
  const required = entries.filter(([, { _zod }]) => _zod.optin === undefined).map(([name]) => name);
  return (value) => {
    if (!isRecord(value)) return false;
    for (const name of required) if (value[name] === undefined) return false;
    for (const name in value) {
      if (members.get(name)?.(value[name]) === false) return false;
    }
    return true;
  };
}

/** What is of the right kind may still be wrong: too small, blank, or not what its `type` promises. */
function checked(shape: z.core.$ZodType, isKind: Accepts): Accepts {
  const { checks = [] } = shape._zod.def;
  // A number's format is a check of its own.
  const own = shape._zod.traits.has('$ZodCheck') ? [shape as unknown as z.core.$ZodCheck] : [];
  const all = [...own, ...checks].map(passes);
  return all.reduce<Accepts>((before, pass) => (value) => before(value) && pass(value), isKind);
}

function passes({ _zod: { check } }: z.core.$ZodCheck): Accepts {
  const shapes = shapesInside(check);
  if (shapes === undefined) {
    return (value) => {
      const payload = { value: value as never, issues: [] };
      void check(payload);
      return payload.issues.length === 0;
    };
  }
  const byType = new Map<unknown, Accepts>(
    Object.entries(shapes).map(([type, inner]) => [type, acceptor(inner)]),
  );
  return (value) => byType.get((value as { readonly type?: unknown }).type)?.(value) ?? true;
}
