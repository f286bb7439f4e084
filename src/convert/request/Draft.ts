/**
 * A value that is still being put together: members that may be absent are added one by one.
 *
 * A conditional spread (`...(x && { x })`) is a slow copy, and of `{ ...x, more }` V8 makes a hidden
 * class per object, which whoever reads it later pays for.
 */
export type Draft<T> = { -readonly [K in keyof T]: T[K] };
