import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';

/** Keys of an AWS account, a role or a session. */
export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Set for keys that run out. */
  readonly sessionToken?: string | undefined;
}

export interface SignRequest {
  readonly url: string;
  readonly body: string;
  readonly credentials: AwsCredentials;
  readonly region: string;
  /** The name of the AWS service, e.g. `bedrock`. */
  readonly service: string;
  /** The present, as `20261125T000000Z`. @defaultValue what the clock says */
  readonly datetime?: string;
}

/**
 * The headers that sign a JSON request to AWS with Signature Version 4.
 *
 * Only host, content type and AWS's own headers are signed: what proxies may change on the way is
 * not. The path is encoded once more for the signature than it is on the wire, as everywhere in AWS
 * but for S3.
 *
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export async function signRequest({
  url,
  body,
  credentials: { accessKeyId, secretAccessKey, sessionToken },
  region,
  service,
  datetime,
}: SignRequest): Promise<Readonly<Record<string, string>>> {
  const { headers } = await new AwsV4Signer({
    method: 'POST',
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
    },
    accessKeyId,
    secretAccessKey,
    ...(sessionToken !== undefined && { sessionToken }),
    ...(datetime !== undefined && { datetime }),
    region,
    service,
    allHeaders: true,
  }).sign();
  return Object.fromEntries(headers);
}
