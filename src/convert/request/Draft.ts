/**
 * A value that is still being put together: members that may be absent are added one by one.
 *
 * Spread under a condition (`...(x && { x })`) they would cost a slow copy each, and a request has
 * dozens of them.
 */
export type Draft<T> = { -readonly [K in keyof T]: T[K] };
