import { illFormed } from '../text/ill-formed.ts';
import { checkOrders } from './check-order.ts';
import { POLICY, POLICY_NONE, TICKET_NOTE, type RecordedManifest } from './manifest.ts';

/** Faults of the manifest by itself; its shape was parsed before. */
export function checkManifest(manifest: RecordedManifest): string[] {
  return [
    ...twice(
      'part key',
      manifest.parts.map(({ key }) => key),
    ),
    ...twice(
      'section name',
      manifest.sections.map(({ name }) => name),
    ),
    ...twice(
      'skill name',
      manifest.skills.map(({ name }) => name),
    ),
    ...twice(
      'part of a skill',
      manifest.skills.map(({ part }) => part),
    ),
    ...manifest.parts.flatMap((part) => partFaults(manifest, part)),
    ...manifest.sections.flatMap(sectionFaults),
    ...manifest.skills.flatMap((skill) => skillFaults(manifest, skill)),
    ...checkOrders(manifest),
  ];
}

export function twice(what: string, names: readonly string[]): string[] {
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  return [...repeated].map((name) => `the ${what} ${name} is there twice; remove one`);
}

function partFaults(manifest: RecordedManifest, { key, placeholders }: RecordedManifest['parts'][number]): string[] {
  const faults = twice(`placeholder of ${key}`, placeholders);
  if (key === '') faults.push('a part has an empty key; name it');
  if (key.startsWith('team/')) faults.push(`the part key ${key} is below team/, which is the team's; rename it`);
  if (key === TICKET_NOTE) faults.push(`the part key ${key} is that of the note for inferred Tickets; rename it`);
  if (placeholders.length > 0 && manifest.skills.some(({ part }) => part === key)) {
    faults.push(`${key} is a skill's text, which is read on demand and never filled; remove its placeholders`);
  }
  // Elsewhere they would put the policy into a worker's prompt, or before the policy's own entry (P1, P5).
  const ofPolicy = placeholders.filter((name) => name !== 'variables');
  if (ofPolicy.length > 0 && key !== POLICY && key !== POLICY_NONE) {
    faults.push(`${key} declares {${ofPolicy.join('}, {')}}, which only ${POLICY} and ${POLICY_NONE} may; remove it`);
  }
  return faults;
}

function sectionFaults({ name, heading }: RecordedManifest['sections'][number]): string[] {
  if (name === '') return ['a section has an empty name; name it'];
  if (heading.trim() === '') return [`the section ${name} has an empty heading; give it one`];
  if (/[\v\f\u0085\u2028\u2029\r\n]/.test(heading)) return [`the heading of section ${name} must be one line`];
  const fault = illFormed(heading);
  return fault === null ? [] : [`the heading of section ${name} ${fault}`];
}

function skillFaults(manifest: RecordedManifest, skill: RecordedManifest['skills'][number]): string[] {
  const { name, part, description } = skill;
  if (name === '') return ['a skill has an empty name; name it'];
  if (!manifest.parts.some(({ key }) => key === part)) {
    return [`the skill ${name} points to ${part}, which is no part; add the part or remove the skill`];
  }
  if (description.trim() === '') return [`the skill ${name} has an empty description; say what it is for`];
  return [];
}
