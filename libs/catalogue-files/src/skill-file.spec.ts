import { describe, expect, it } from '@jest/globals';
import { FileFault } from './folder.ts';
import { parseSkillFile } from './skill-file.ts';

const parsed = (text: string) => parseSkillFile('skills/x/SKILL.md', text);
const withFields = (fields: string) => parsed(`---\n${fields}\n---\n\nBody.\n`);

describe('parseSkillFile', () => {
  it('takes name and description from the front matter, and the rest as the canonical body', () => {
    expect(
      parsed(
        '\uFEFF---\r\nname: x\r\ndescription: What "all" is.\r\nlicense: MIT\r\n---\r\n\r\n\r\n## X\r\n\r\n---\r\nEnd.\r\n\r\n',
      ),
    ).toEqual({
      name: 'x',
      description: 'What "all" is.',
      body: '## X\n\n---\nEnd.',
    });
  });

  it('takes every scalar for text, quoted, folded or like a number', () => {
    expect(withFields('name: 404\ndescription: >-\n  One\n  line.')).toMatchObject({
      name: '404',
      description: 'One line.',
    });
    expect(withFields('name: "x"\ndescription: true')).toMatchObject({ name: 'x', description: 'true' });
  });

  it('allows a body that is empty or begins at once', () => {
    expect(parsed('---\nname: x\ndescription: d\n---').body).toBe('');
    expect(parsed('---\nname: x\ndescription: d\n---\nBody').body).toBe('Body');
  });

  it.each([
    ['no front matter', '## X\n', 'must begin with front matter between two lines "---"'],
    ['front matter without an end', '---\nname: x\n', 'must begin with front matter between two lines "---"'],
    ['front matter after a line', '\n---\nname: x\n---\n', 'must begin with front matter between two lines "---"'],
    ['empty front matter before a rule', '---\n---\n\nBody.\n\n---\n', 'needs a name in its front matter'],
    ['front matter that is a list', '---\n- name\n---\n', 'needs a name in its front matter'],
    ['no name', '---\ndescription: d\n---\n', 'needs a name in its front matter'],
    ['no description', '---\nname: x\n---\n', 'needs a description in its front matter'],
    ['an empty description', '---\nname: x\ndescription: " "\n---\n', 'needs a description in its front matter'],
    [
      'a description that is no text',
      '---\nname: x\ndescription: [a]\n---\n',
      'needs a description in its front matter',
    ],
    ['a field twice', '---\nname: x\nname: y\ndescription: d\n---\n', 'has front matter that is no YAML'],
    ['broken YAML', '---\nname: "x\ndescription: d\n---\n', 'has front matter that is no YAML'],
    ['an alias without its anchor', '---\nname: *x\ndescription: d\n---\n', 'has front matter that is no YAML'],
  ])('C3 refuses %s', (_, text, message) => {
    expect(() => parsed(text)).toThrow(FileFault);
    expect(() => parsed(text)).toThrow(`skills/x/SKILL.md ${message}`);
  });

  it.each([
    [
      'description: Use: this',
      3,
      'a colon inside of the text of description; put the text in quotes: description: "…"',
    ],
    ['description: Read this:', 3, 'a colon inside of the text of description; put the text in quotes'],
    ['description: "Use this', 3, 'the text of description begins with " and must end with it; write \\" for a "'],
    ["description: 'don't do that'", 3, "the text of description begins with ' and must end with it; write '' for a '"],
    ['description: "One" and more', 3, 'the text of description begins with " and must end with it'],
    ['description: "C:\\quiet"', 3, 'the text of description begins with " and must end with it'],
    ...[...'@`%,*!{[|>', '? ', '- '].map((sign): [string, number, string] => [
      `description: ${sign}x y`,
      3,
      `the text of description begins with ${sign.trim()}, which has a meaning in YAML; put the text in quotes`,
    ]),
    ['\tdescription: x', 3, 'a tab at its begin; indent with blanks'],
    ['description:\n\tx', 4, 'a tab at its begin; indent with blanks'],
    ['description: One\nline more', 4, 'no field; write a name, a colon, a blank and a text'],
    [' description: x', 2, 'the line after it is indented; begin each field without blanks'],
    ['description: x\nname: y', 4, 'a field that is there twice; remove one'],
  ])('C3 tells a slip of YAML, %j, by its line and the remedy', (field, line, message) => {
    expect(() => withFields(`name: x\n${field}`)).toThrow(
      `skills/x/SKILL.md has front matter that is no YAML in line ${String(line)}: ${message}`,
    );
  });

  it.each([
    ['description:\n  - a', 'description has a list or fields of its own; write one text'],
    ['description:\n- a', 'description has a list; write one text'],
    ['description:', 'description has no text; write it after the colon and a blank'],
    ['description: # none', 'the text of description begins with #'],
    ['description: &x', 'the text of description begins with &'],
    ['description: ""', 'the text of description begins with "'],
  ])('C3 tells what %j is instead of a text, and where', (field, message) => {
    expect(() => withFields(`name: x\n${field}`)).toThrow(
      `skills/x/SKILL.md needs a description in its front matter; line 3: ${message}`,
    );
  });

  it.each([
    ['## X\n', 'line 1 is none: write "---" there'],
    ['+++\nname: x\n+++\n', 'line 1 is none: write "---" there'],
    [' ---\nname: x\n---\n', 'line 1 is none: write "---" there, alone and without anything before it'],
    ['\n---\nname: x\n---\n', 'line 1 is empty: remove it'],
    ['---\nname: x\n', 'a second line "---" is missing: add it after the last field'],
    ['---\nname: x\n----\n', 'a second line "---" is missing'],
  ])('C3 tells of %j which delimiter is missing', (text, message) => {
    expect(() => parsed(text)).toThrow(`must begin with front matter between two lines "---"; ${message}`);
  });

  it('S8 holds a built-in description to the length that a team’s has', () => {
    expect(withFields(`name: x\ndescription: ${'😀'.repeat(1024)}`).description).toBe('😀'.repeat(1024));
    expect(() => withFields(`name: x\ndescription: ${'a'.repeat(1025)}`)).toThrow('over 1024 characters; shorten it');
  });
});
