import { Inject, Injectable } from '@nestjs/common';
import {
  checkInputsInSteps,
  invalid,
  type Fault,
  type Inputs,
  type PreviewRequest,
  type PromptRequest,
} from '@palimpsest/domain';
import { POLICY_SOURCE } from '../deployment.ts';
import { inTurns } from '../in-turns.ts';
import type { PolicySource } from '../ports/policy-source.ts';

/** The most that a prompt is made from beside the texts, in UTF-8 bytes of JSON. */
export const INPUTS_LIMIT_BYTES = 500_000;

/** Completes what a request gives to what a prompt is made from: the deployment's policy, an explicit Ticket (P5). */
@Injectable()
export class InputsOf {
  /** The same request with the same policy gives the same object, by which its prompt is known again. */
  readonly #known = new WeakMap<object, Inputs>();

  constructor(@Inject(POLICY_SOURCE) private readonly policies: PolicySource) {}

  /**
   * Throws `validation_failed` for what P4 refuses, with the `others` that were found in the request, and with
   * `policy_required`, and `PolicyUnavailable`.
   */
  async request(request: PromptRequest | PreviewRequest, others: readonly Fault[] = []): Promise<Inputs> {
    const known = this.#known.get(request);
    const faults = known === undefined ? [...others, ...(await faultsIn(request))] : others;
    if (faults.length > 0) throw invalid(faults);
    if (request.role === 'worker') return known ?? this.#remember(request, workerInputs(request));
    const policy = request.policy ?? (await this.policies.current());
    if (policy === null) throw noPolicy();
    if (known?.role === 'orchestrator' && known.policy === policy) return known;
    return this.#remember(request, { role: 'orchestrator', variables: request.variables, policy });
  }

  #remember(request: object, inputs: Inputs): Inputs {
    this.#known.set(request, inputs);
    return inputs;
  }
}

function workerInputs({ variables, ticket }: Extract<PromptRequest | PreviewRequest, { role: 'worker' }>): Inputs {
  return { role: 'worker', variables, ticket: ticket ?? { kind: 'explicit' } };
}

/** What P4 refuses, and that all together is too long. */
async function faultsIn(request: PromptRequest | PreviewRequest): Promise<Fault[]> {
  return [...(await inTurns(checkInputsInSteps(request))), ...checkLength(request)];
}

/** A use is recorded as one event, and a policy as another. */
function checkLength({ variables, ...request }: PromptRequest | PreviewRequest): Fault[] {
  const given = request.role === 'worker' ? request.ticket : request.policy;
  const bytes = Buffer.byteLength(JSON.stringify([variables, given ?? null]));
  if (bytes <= INPUTS_LIMIT_BYTES) return [];
  const limit = String(INPUTS_LIMIT_BYTES);
  const message = `variables, policy and Ticket together take ${String(bytes)} bytes as JSON, at most ${limit} are allowed`;
  return [{ path: '', code: 'invalid_field', message }];
}

function noPolicy() {
  const message = 'is needed: the deployment has no policy file (PALIMPSEST_POLICY), so each request gives its policy';
  return invalid([{ path: '/policy', code: 'policy_required', message }]);
}
