import type { Fault } from '@palimpsest/domain';
import type { ProblemDocument } from '@palimpsest/application';

/** A fault, of this command or of a server: its code is any text, because the server may be of a newer build. */
type ToldFault = Pick<Fault, 'path' | 'message'> & { readonly code: string };
/** What is told of a problem document, the server's or one of this command, which has no request to name. */
export type ToldProblem = Pick<ProblemDocument, 'status' | 'code' | 'title' | 'detail'> & {
  readonly errors?: readonly ToldFault[];
  readonly [member: string]: unknown;
};

/** The server refused, or failed. `text` is the document as it came. */
export class ProblemAnswer extends Error {
  constructor(
    readonly document: ToldProblem,
    readonly text: string,
  ) {
    super(document.detail);
  }
}

/** The same for a fault that is found before a request is made; a file that is no JSON is one of them here. */
export function refused(code: Fault['code'] | 'malformed_json', path: string, message: string): ProblemAnswer {
  const errors = [{ path, code, message }];
  const document = {
    status: 422,
    code: 'validation_failed',
    title: 'The request breaks rules',
    detail: message,
    errors,
  };
  return new ProblemAnswer(document, JSON.stringify(document));
}
