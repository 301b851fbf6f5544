import { Inject, Injectable } from '@nestjs/common';
import { invalid, type Inputs, type PreviewRequest, type PromptRequest } from '@palimpsest/domain';
import { POLICY_SOURCE } from './deployment.ts';
import type { PolicySource } from './ports/policy-source.ts';

/** Completes what a request gives to what a prompt is made from: the deployment's policy, an explicit Ticket (P5). */
@Injectable()
export class InputsOf {
  constructor(@Inject(POLICY_SOURCE) private readonly policies: PolicySource) {}

  /** Throws `policy_required`, `PolicyUnavailable`. */
  async request(request: PromptRequest | PreviewRequest): Promise<Inputs> {
    const { variables } = request;
    if (request.role === 'worker') return { role: 'worker', variables, ticket: request.ticket ?? { kind: 'explicit' } };
    const policy = request.policy ?? (await this.policies.current());
    if (policy !== null) return { role: 'orchestrator', variables, policy };
    const message =
      'is needed: the deployment has no policy file (PALIMPSEST_POLICY), so each request gives its policy';
    throw invalid([{ path: '/policy', code: 'policy_required', message }]);
  }
}
