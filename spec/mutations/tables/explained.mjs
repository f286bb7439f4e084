/** Generic changes that change nothing anybody could observe, and why. */
export const explained = [];
