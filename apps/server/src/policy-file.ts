import { readFile } from 'node:fs/promises';
import { INPUTS_LIMIT_BYTES, PolicyUnavailable, type PolicySource } from '@palimpsest/application';
import { checkPolicy, faultsOf, policySchema, type Policy } from '@palimpsest/domain';

/** The deployment's policy, read afresh at each call (P5); null: there is no file. Never tells where the file lies. */
export function policyFile(file: string | null): PolicySource {
  let last: { readonly bytes: Buffer; readonly policy: Policy } | null = null;
  return {
    async current() {
      if (file === null) return null;
      const bytes = await readFile(file).catch((error: unknown) => {
        const code = error instanceof Object && 'code' in error ? ` (${String(error.code)})` : '';
        throw new PolicyUnavailable(`The deployment's policy file cannot be read${code}; see PALIMPSEST_POLICY.`);
      });
      if (bytes.length > INPUTS_LIMIT_BYTES)
        throw new PolicyUnavailable(`The deployment's policy file is longer than ${String(INPUTS_LIMIT_BYTES)} bytes.`);
      if (last === null || !bytes.equals(last.bytes)) last = { bytes, policy: policyIn(bytes) };
      return last.policy;
    },
  };
}

function policyIn(bytes: Buffer): Policy {
  let raw: unknown;
  try {
    raw = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new PolicyUnavailable("The deployment's policy file is not JSON in UTF-8.");
  }
  const { success, data, error } = policySchema.safeParse(raw);
  const faults = success ? checkPolicy(data) : faultsOf(error.issues);
  if (success && faults.length === 0) return data;
  const found = faults.map(({ path, message }) => `${path}: ${message}`).join('; ');
  throw new PolicyUnavailable(`The deployment's policy file does not hold a policy. ${found}`);
}
