import type { CatalogueState } from '../catalogue/state.ts';
import { Refusal, type Fault } from '../faults.ts';
import { digest } from '../text/digest.ts';
import { decideSave, type DecisionContext } from './decide.ts';
import { configurationOf, textsOf, type Entries } from './entries.ts';
import { parseReplace } from './parse-save.ts';
import type { VersionState } from './state.ts';

/** As much as a save can say of itself (S4), each character of four bytes: the version then takes no less of the log. */
const most = (characters: number) => '\u{1D11E}'.repeat(characters);
const LARGEST: Omit<DecisionContext, 'limit' | 'isHeld'> = {
  now: 0,
  origin: 'panel',
  actor: most(500),
  request: { person: most(500), message: most(500) },
  request_id: { id: 'x'.repeat(128), fingerprint: digest('') },
  caller: {
    actor: most(200),
    role: 'orchestrator',
    session: 'x'.repeat(128),
    origin: 'panel',
    client: most(200),
    request_id: 'x'.repeat(128),
  },
};

/**
 * Why a replace of the current version by these entries would be refused: together, what both sides of a merge added may be
 * more than a version, or one event of the log, can hold (S9). Told by the decision itself, so that the two never differ.
 */
export function faultsOfUnion(
  merged: Entries,
  base: Entries,
  current: VersionState,
  catalogue: CatalogueState,
  limit: number,
): readonly Fault[] {
  const held = new Set<string>();
  for (const entries of [base, current.entries])
    for (const entry of entries.values()) for (const text of textsOf(entry)) held.add(digest(text));
  const raw = { base_revision: current.revision, message: most(500), configuration: configurationOf(merged) };
  try {
    decideSave(current, catalogue, parseReplace(raw), { ...LARGEST, limit, isHeld: (each) => held.has(each) });
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return (error.details['errors'] as Fault[]).map((fault) => ({
      ...fault,
      path: '',
      message: `merged with the current configuration: ${fault.message}`,
    }));
  }
}
