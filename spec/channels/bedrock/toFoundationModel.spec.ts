import { describe, expect, it } from '@jest/globals';
import { toFoundationModel } from '../../../src/channels/bedrock/toFoundationModel.ts';

const sonnet = 'anthropic.claude-sonnet-4-5-20250929-v1:0';
const application = 'arn:aws:bedrock:eu-west-1:123456789012:application-inference-profile/abc';

describe('toFoundationModel', () => {
  it.each([
    ['claude-sonnet-4-5', sonnet],
    ['claude-opus-5', 'anthropic.claude-opus-5'],
    [sonnet, sonnet],
    [`global.${sonnet}`, sonnet],
    [`us-gov.${sonnet}`, sonnet],
    [`arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.${sonnet}`, sonnet],
    [`arn:aws:bedrock:us-east-1::foundation-model/${sonnet}`, undefined],
    [application, undefined],
    ['amazon.nova-pro-v1:0', undefined],
  ])('of %s is %s', (model, id = model) => {
    expect(toFoundationModel(model, {})).toBe(id);
  });

  it('is the model that stands for a profile of an application', () => {
    expect(toFoundationModel('claude-sonnet-4-5', { 'claude-sonnet-4-5': application })).toBe(
      sonnet,
    );
    expect(toFoundationModel('best', { best: application })).toBe(application);
    expect(toFoundationModel('best', { best: `eu.${sonnet}` })).toBe(sonnet);
  });
});
