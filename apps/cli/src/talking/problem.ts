/** A problem document (RFC 9457) as the server gives it; a stale refusal has further members (S11). */
export interface ProblemDocument {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly errors?: readonly ProblemFault[];
  readonly [member: string]: unknown;
}
export interface ProblemFault {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** The server refused, or failed. `text` is the document as it came. */
export class ProblemAnswer extends Error {
  constructor(
    readonly document: ProblemDocument,
    readonly text: string,
  ) {
    super(document.detail);
  }
}

/** The same for a fault that is found before a request is made. */
export function refused(code: string, path: string, message: string): ProblemAnswer {
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
