import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hostileText, linesOf } from '../../test/prompt-inputs.ts';
import { placeholderNames } from '../catalogue/manifest.ts';
import { finish } from '../steps.ts';
import { fillTemplate, indented, scalarText } from './fill-template.ts';

const filled = (...given: Parameters<typeof fillTemplate>) => {
  const pieces = finish(fillTemplate(...given));
  const text = pieces.map((piece) => piece.text).join('');
  expect(pieces.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(Buffer.byteLength(text));
  return text;
};

describe('fillTemplate', () => {
  it('P3 replaces a placeholder wherever it stands, also within other braces', () => {
    expect(filled('{mode}{mode} {{mode}} x{mode}', ['mode'], { mode: 'ask' })).toBe('askask {ask} xask');
  });

  it('P3 leaves braces that are no placeholder of this template', () => {
    const text = '{rules} {Mode} { mode } {mode {} {other} mode}';
    expect(filled(text, ['mode'], { mode: 'ask', rules: 'none' })).toBe(text);
  });

  it.each(['{version}', '{mode}', '$&', '$1', '$$', '$`', "$'", '\\', '\\n'])('P3 inserts %s as it is', (text) => {
    expect(filled('<{mode}|{version}>', ['version', 'mode'], { mode: text, version: text })).toBe(`<${text}|${text}>`);
  });

  it('P3 never looks at inserted text again, whatever it is: the pieces of the template stay around it', () => {
    const piece = fc.array(fc.constantFrom('a', '{', '}', '\n', '$&'), { maxLength: 4 }).map((all) => all.join(''));
    const name = fc.constantFrom(...placeholderNames);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(piece, name)),
        piece,
        fc.tuple(hostileText, hostileText, hostileText, hostileText),
        (before, last, [variables, version, mode, rules]) => {
          const values = { variables, version, mode, rules };
          const template = before.map(([text, each]) => `${text}{${each}}`).join('') + last;
          expect(filled(template, placeholderNames, values)).toBe(
            before.map(([text, each]) => text + values[each]).join('') + last,
          );
        },
      ),
    );
  });
});

describe('indented', () => {
  it.each(['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
    'P4 turns %j into LF and two spaces',
    (end) => {
      expect(indented(`a${end}b${end}${end}`)).toBe('a\n  b\n  \n  ');
    },
  );

  it('P4 keeps every other character, and the lines as they were', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(indented(text).split('\n  ')).toEqual(linesOf(text));
      }),
    );
  });
});

describe('scalarText', () => {
  it.each([
    [-0, '0'],
    [1e21, '1e+21'],
    [0.1, '0.1'],
    [true, 'true'],
    [false, 'false'],
    ['"x"', '"x"'],
  ])('P4 prints %j as %s', (value, text) => {
    expect(scalarText(value)).toBe(text);
  });
});
