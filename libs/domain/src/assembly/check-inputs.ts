import { pointer, type Fault } from '../faults.ts';
import { illFormed } from '../text/ill-formed.ts';

type Path = readonly (string | number)[];
/** The texts of one variable or rule, and whether P4's line breaks may stand in each. */
type Texts = Readonly<Record<string, 'text' | 'value'>>;

const VARIABLE: Texts = { name: 'text', value: 'value' };
const POLICY: Texts = { version: 'text', mode: 'text' };
const POLICY_RULE: Texts = { id: 'text', name: 'text', instruction: 'value' };
const TICKET_RULE: Texts = { ...POLICY_RULE, process: 'value', communication: 'value' };

/**
 * What P4 and S8 find in a prompt's inputs, by JSON Pointer: ill-formed strings, and two rules with one id. Values and a
 * rule's texts may hold any of P4's line breaks; in names, ids, `version` and `mode` the schema refuses those. Whatever is a
 * string is checked, also where the rest has a wrong shape (S16). What is on record is not checked: it was when it came in.
 */
export function checkInputs(given: unknown): Fault[] {
  const { variables, policy, ticket } = fieldsOf(given);
  return [
    ...itemsOf(variables).flatMap((each, index) => checkTexts(['variables', index], each, VARIABLE)),
    ...checkPolicy(policy, ['policy']),
    ...checkRules(['ticket', 'rules'], fieldsOf(ticket)['rules'], TICKET_RULE),
  ];
}

/** The same for a policy that stands at this path. */
export function checkPolicy(policy: unknown, path: Path = []): Fault[] {
  return [
    ...checkTexts(path, policy, POLICY),
    ...checkRules([...path, 'rules'], fieldsOf(policy)['rules'], POLICY_RULE),
  ];
}

function checkRules(path: Path, given: unknown, texts: Texts): Fault[] {
  const places = new Map<unknown, string>();
  return itemsOf(given).flatMap((rule, index) => {
    const place = [...path, index];
    const faults = checkTexts(place, rule, texts);
    const { id } = fieldsOf(rule);
    const first = places.get(id);
    if (first !== undefined) {
      const message = `is the id of ${first} too; each rule needs an id of its own`;
      faults.push({ path: pointer(...place, 'id'), code: 'invalid_field', message });
    } else if (typeof id === 'string') places.set(id, pointer(...place));
    return faults;
  });
}

function checkTexts(path: Path, given: unknown, texts: Texts): Fault[] {
  const fields = fieldsOf(given);
  return Object.entries(texts).flatMap(([name, where]): Fault[] => {
    const text = fields[name];
    const message = typeof text === 'string' ? illFormed(text, where) : null;
    return message === null ? [] : [{ path: pointer(...path, name), code: 'ill_formed_text', message }];
  });
}

const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
