import { digestOfJson, type Digest, type EventOf, type Policy } from '@palimpsest/domain';
import { mustHold } from './broken.ts';

/** Checks that every policy has its digest and is recorded once (U2). */
export async function verifyPolicies(events: AsyncIterable<EventOf<'PolicyUsed'>>): Promise<Map<Digest, Policy>> {
  const policies = new Map<Digest, Policy>();
  for await (const event of events) {
    const { digest, policy } = event.data;
    mustHold(digestOfJson(policy) === digest, 'policies', event, `the policy ${digest} has another digest`);
    mustHold(!policies.has(digest), 'policies', event, `the policy ${digest} is recorded a second time`);
    policies.set(digest, policy);
  }
  return policies;
}
