import { SLICE, slicesOf, type Assembled, type Preview, type Role, type Steps } from '@palimpsest/domain';

/** The answer to a preview, and to a prompt less its Session (INTERFACES.md, "The prompt"). */
export function promptView(assembled: Assembled, role: Role, revision: number | null, release: number): Preview {
  const { digest, complete, prompt, parts, bytes } = assembled;
  return { role, revision, release, digest, complete, prompt, parts, bytes };
}

/** An answer as bytes: those of `head` as a JSON object, with `body`, which closes it, in place of its closing brace. */
export interface PromptAnswer {
  readonly head: Readonly<Record<string, string | number>>;
  readonly body: Buffer;
}

/** The bytes of a JSON object after its opening brace. */
export const restOfJson = (value: object): Buffer => Buffer.from(JSON.stringify(value).slice(1));

/** The same bytes of a prompt's answer, a long text escaped in steps. */
export function* restOfPrompt(view: Preview): Steps<Buffer> {
  const { role, revision, release, digest, complete, prompt, parts, bytes } = view;
  if (prompt.length <= SLICE) return restOfJson(view);
  const before = JSON.stringify({ role, revision, release, digest, complete }).slice(1, -1);
  const pieces = [Buffer.from(`${before},"prompt":"`)];
  for (const slice of slicesOf(prompt)) {
    pieces.push(Buffer.from(JSON.stringify(slice).slice(1, -1)));
    yield;
  }
  pieces.push(Buffer.from(`",${JSON.stringify({ parts, bytes }).slice(1)}`));
  return Buffer.concat(pieces);
}
