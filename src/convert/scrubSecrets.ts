/**
 * What a credential looks like. Each begins at the start of a word, so that a long text is read once.
 *
 * Lengths keep prose and masks readable: `Bearer YOUR_KEY`, `sk-…abcd`, `invalid x-api-key`.
 */
const secrets: readonly RegExp[] = [
  // Anthropic's, OpenAI's, and the many gateways' that imitate them
  /(?<![A-Za-z0-9])sk-(?:ant-[\w-]+|[\w-]{16,})/g,
  /(?<=\bBearer\s{1,8})[\w.~+/=-]{20,}/gi,
  /(?<=\bx-api-key["']?\s{0,8}[:=]\s{0,8}["']?)[^\s"',}]{16,}/gi,
  // AWS: key ids, Bedrock API keys, labelled parts of a signature, and the 40 letters of a secret key
  /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g,
  /(?<![A-Za-z0-9])(?:ABSK|bedrock-api-key-)[A-Za-z0-9+/=]{20,}/g,
  /(?<=\b(?:X-Amz-Security-Token|X-Amz-Signature|Signature|secret_?access_?key|session_?token)["']?\s{0,8}[:=]\s{0,8}["']?)[^\s"',&}]{16,}/gi,
  /(?<![A-Za-z0-9/+=])(?=[A-Z0-9/+]{0,39}[a-z])(?=[a-z0-9/+]{0,39}[A-Z])(?=[A-Za-z/+]{0,39}[0-9])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/g,
  // Google's access tokens, and any JSON Web Token
  /(?<![A-Za-z0-9])ya29\.[\w-]+/g,
  /(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g,
];

/**
 * Takes everything that looks like a credential out of a text meant for a client.
 *
 * Upstreams quote what they refuse, and what they refuse is sometimes a key.
 */
export function scrubSecrets(text: string): string {
  return secrets.reduce((clean, secret) => clean.replace(secret, '[redacted]'), text);
}

/**
 * Covers everything that looks like a credential, and the given ones, with as many asterisks as they
 * have bytes: for texts whose parts are found by counting.
 */
export function maskSecrets(text: string, known: readonly string[] = []): string {
  const masked = secrets.reduce((clean, secret) => clean.replace(secret, asterisks), text);
  return known.reduce(
    (clean, secret) => (secret === '' ? clean : clean.replaceAll(secret, asterisks)),
    masked,
  );
}

const asterisks = (secret: string): string => '*'.repeat(new TextEncoder().encode(secret).length);
