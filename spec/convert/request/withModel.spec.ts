import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { withModel } from '../../../src/convert/request/withModel.ts';

const cases: readonly (readonly [name: string, before: string, after: string])[] = [
  ['a model', '{"model":"a"}', '{"model":"b"}'],
  [
    'it among others, digits and spaces as they are',
    '{\n "n" : 12345678901234567890.10, "model" : "a" ,"x":1e1}\n',
    '{\n "n" : 12345678901234567890.10, "model" : "b" ,"x":1e1}\n',
  ],
  [
    'no other member of that name',
    '{"tools":[{"model":"a"},{"x":{"model":"a"}}],"model":"a","y":{"model":"a"}}',
    '{"tools":[{"model":"a"},{"x":{"model":"a"}}],"model":"b","y":{"model":"a"}}',
  ],
  ['no text of that name', '{"x":"model","model":"a"}', '{"x":"model","model":"b"}'],
  [
    'nothing that looks like one in a text',
    String.raw`{"x":"\\\"model\":\"a\"","y\\":"\",{","model":"a"}`,
    String.raw`{"x":"\\\"model\":\"a\"","y\\":"\",{","model":"b"}`,
  ],
  [
    'a name in escapes',
    String.raw`{"\u006d\u006f\u0064\u0065\u006C":"a"}`,
    String.raw`{"\u006d\u006f\u0064\u0065\u006C":"b"}`,
  ],
  ['each of several', '{"model":"c","x":1,"model":"a"}', '{"model":"b","x":1,"model":"b"}'],
  [
    'also those that are no name',
    '{"model":{"model":[1,"}"]},"model":null, "model" : [ ] , "model":"a"}',
    '{"model":"b","model":"b", "model" : "b" , "model":"b"}',
  ],
];

describe('withModel replaces', () => {
  it.each(cases)('%s', (_, before, after) => {
    expect(withModel(before, 'b')).toBe(after);
  });

  it('nothing where it is said already, however it is written', () => {
    const said = String.raw`{ "model":"\u0062" ,"x":1.0}`;

    expect(withModel(said, 'b')).toBe(said);
  });

  it('a name by any other', () => {
    for (const model of ['$&', '"', '\\', 'ü\n', '__proto__', '']) {
      expect(JSON.parse(withModel('{"model":"a"}', model))).toEqual({ model });
    }
  });

  it('nothing else of any request', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.string(),
        fc.string(),
        fc.nat({ max: 4 }),
        (members, given, wanted, indent) => {
          const asked = { ...members, model: given };

          const text = withModel(JSON.stringify(asked, null, indent), wanted);

          expect(text).toBe(JSON.stringify({ ...asked, model: wanted }, null, indent));
        },
      ),
    );
  });
});
