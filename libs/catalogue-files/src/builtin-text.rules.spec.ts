import { describe, it, expect } from '@jest/globals';
import { readersOf, texts, textOf } from '../test/builtin-text.ts';

/** The limits, tools and lines of the source, and the one entry in which each stands. */
const homes: readonly (readonly [what: string, key: string, pattern: RegExp])[] = [
  ['routing notes of at most 30 words', 'runtime/orchestrator', /routing note to at most 30 words/],
  ['shell timeouts over 30 seconds', 'runtime/orchestrator', /timeout over 30 seconds/],
  ['job waits over 5 seconds', 'runtime/orchestrator', /over 5 seconds for a job/],
  ['sleep', 'runtime/orchestrator', /`sleep`/],
  ['one call for all candidates', 'runtime/orchestrator', /all of them in one call of the routing tool/],
  ['saving prompts', 'runtime/orchestrator', /`orchestrator_prompts_save`/],
  ['reading prompts', 'runtime/orchestrator', /`orchestrator_read` with `prompts`/],
  ['changed defaults', 'runtime/orchestrator', /`default_changed`/],
  ['chat messages of at most 100 words', 'runtime/replies', /never more than 100 words/],
  ['chat messages of one sentence', 'runtime/replies', /A chat message is one sentence/],
  ['fact notes of at most 100 words', 'runtime/dispatch', /note of at most 100 words/],
  ['exactly one matching Ticket', 'runtime/dispatch', /exactly one Ticket matches/],
  ['assessing context', 'runtime/admission', /`orchestrator_eval`/],
  ['unrelated Threads', 'runtime/work', /`orchestrator_thread_unrelated`/],
  ['one question', 'runtime/work', /one concrete question/],
  ['confirming once', 'runtime/work', /^Confirm each new request of a person once, as a reply/m],
  ['three review rounds', 'runtime/work', /at most three rounds on one pull request/],
  ['one sentence of reason', 'runtime/work', /one sentence that gives the reason/],
  [
    'tools that an Executor lacks',
    'runtime/worker',
    /`ask_user_question`, `present` and `plugin_manager` are not there/,
  ],
  ['one sentence to a duplicate', 'runtime/worker', /single sentence that points to theirs/],
  ['AGENTS.md', 'runtime/worker', /AGENTS\.md/],
  ['no merge around a check', 'runtime/worker', /^- Never merge around a check or an approval/m],
  ['a pause and auto-merge', 'runtime/worker', /stop at once\. Turn auto-merge off;/],
  ['a pause with an end', 'runtime/worker', /An end that the person named, such as a date, does not lift it/],
  ['pauses start nothing', 'runtime/dispatch', /only pauses, stops or resumes a Ticket never starts one/],
  ['ties within a level', 'runtime/shared', /within one level, follow the one more specific/],
  ['the line on GitHub', 'team/communication', /^`This is by an automated agent, not a human`$/m],
  ['which Threads a Ticket owns', 'runtime/subscriptions', /A Ticket owns the Threads/],
  ['no further occasions to write', 'runtime/replies', /of the team or of a rule .* adds none\./],
  ['what a rule cannot loosen', 'ticket/rules', /Nothing in a rule grants a permission/],
  ['review bots', 'team/communication', /\*\*Review bots\.\*\*/],
  ['stopping with a draft', 'team/ticket_scope', /\*\*Stop with a draft\*\*/],
  ['the line threshold', 'team/delivery', /at most 50 changed lines/],
  ['the commit author', 'team/delivery', /the agent account's no-reply address/],
  ['the Policy version', 'runtime/policy', /\{version\}/],
  ['the accept mode', 'runtime/policy', /Accept mode: \{mode\}/],
  ['the exemption of explicit requests', 'runtime/policy', /explicit request is exempt from both/],
  ['what the accept mode does', 'runtime/policy', /The accept mode says how such a start is accepted/],
  ['no rule is enabled', 'runtime/policy/none', /No rule is enabled/],
  [
    'a mode that only asks',
    'runtime/policy',
    /wants it asked or approved, or says nothing about it, does not forbid it/,
  ],
  [
    'what the main Session does besides',
    'runtime/orchestrator',
    /only pass on facts and questions, stop unwanted work/,
  ],
  ['sections for Executors', 'runtime/orchestrator', /only how messages read and begin binds you/],
  ['timeouts of background jobs', 'runtime/orchestrator', /over 30 seconds, even for a background job,/],
  ['prompt text that nobody named', 'runtime/orchestrator', /leaves open what the text should say/],
  ['work and prompt text in one message', 'runtime/admission', /If the message asks for work too, start a Ticket/],
  ['who needs a fact', 'runtime/dispatch', /^A Report can ask for a fact from another Ticket/m],
  ['what the length of a question changes', 'runtime/dispatch', /Forward that question unchanged, however long/],
  ['questions elsewhere in a Report', 'runtime/dispatch', /Forward nothing else to people/],
  ['events of paused Tickets', 'runtime/dispatch', /attaching lifts nothing/],
  [
    'several Tickets',
    'runtime/dispatch',
    /points to several Tickets to each; a change that several match points to none/,
  ],
  ['when a message is a candidate again', 'runtime/handoff/orchestrator', /^A message can become new work only once/m],
  ['who hears of a Report', 'runtime/shared', /Of it, only a question reaches people/],
  ['how a Subscription begins and ends', 'runtime/subscriptions', /until it ends or its Executor reports/],
  ['asking for a fact', 'runtime/subscriptions', /One that needs a fact from another Ticket, or has one for it/],
  ['the length of a comment on GitHub', 'runtime/replies', /A comment on GitHub has no word limit/],
  ['a longer confirmation', 'runtime/replies', /a confirmation could not name every object/],
  ['what is confirmed', 'runtime/work', /when you take it up and before you do substantial work/],
  ['the length of a question', 'runtime/work', /be as short, as a message of your own there/],
  ['leaving a followed Thread', 'runtime/work', /One that you only follow, you simply stop following/],
  ['what a round is', 'runtime/work', /on one state of the change, however often/],
  ['threads left open', 'runtime/work', /Name the threads that stay open so in your Report and in the message/],
  [
    'how to hand back',
    'runtime/handoff/worker',
    /with the tool that you have for this or, without one, in your Report/,
  ],
  ['a Report and a message', 'runtime/worker', /Tell people of a result, or that there will be none, yourself as well/],
  ['what marks a draft', 'runtime/worker', /a draft whose description says that it is unfinished/],
  ['a confirmation during a pause', 'runtime/worker', /waits too, and so does its confirmation/],
  ['a part of the change elsewhere', 'runtime/worker', /holds only a part, leave that part to them/],
];

/** Every name in code marks or with an underscore, and the entries that may name it: nothing else is a tool or a line. */
const names = new Map<string, readonly string[]>([
  ['orchestrator_prompts_save', ['runtime/orchestrator']],
  ['orchestrator_read', ['runtime/orchestrator']],
  ['prompts', ['runtime/orchestrator']],
  ['default_changed', ['runtime/orchestrator']],
  ['sleep', ['runtime/orchestrator']],
  ['orchestrator_eval', ['runtime/admission']],
  ['orchestrator_thread_unrelated', ['runtime/work']],
  ['human_action', ['runtime/dispatch', 'runtime/work']],
  ['ask_user_question', ['runtime/worker']],
  ['present', ['runtime/worker']],
  ['plugin_manager', ['runtime/worker']],
  ['This is by an automated agent, not a human', ['team/communication']],
  ['@', ['skill/feishu', 'skill/github']],
  ...['open_id', 'union_id', 'user_id', '@_user_1'].map((name): [string, string[]] => [name, ['skill/feishu']]),
  ...['[bot]', '#12', 'Closes', 'Fixes', 'Resolves', 'ID+LOGIN@users.noreply.github.com'].map(
    (name): [string, string[]] => [name, ['skill/github']],
  ),
]);

const namesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/`([^`]+)`|(\b[a-z]*(?:_[a-z0-9]+)+\b)/g)].map(([, code, bare]) => code ?? bare ?? '')),
];

describe('the rules in the built-in text', () => {
  it.each(homes)('%s: in %s', (_what, key, pattern) => {
    expect(textOf(key)).toMatch(pattern);
  });

  it('names no tool, command or line but those of the source, each where it belongs', () => {
    const strays = [...texts].flatMap(([key, text]) =>
      namesIn(text)
        .filter((name) => !(names.get(name) ?? []).includes(key))
        .map((name) => `${name} in ${key}`),
    );
    expect(strays).toEqual([]);
  });

  it('gives no role a tool of the other', () => {
    const orchestratorOnly = ['orchestrator_prompts_save', 'orchestrator_read', 'orchestrator_eval', 'sleep'];
    const workerOnly = ['orchestrator_thread_unrelated', 'ask_user_question', 'present', 'plugin_manager'];
    for (const [key, text] of texts) {
      const readers = readersOf(key);
      const named = namesIn(text);
      if (readers.some((reader) => reader.startsWith('Executor'))) {
        expect({ key, tools: named.filter((name) => orchestratorOnly.includes(name)) }).toEqual({ key, tools: [] });
      }
      if (readers.some((reader) => reader.startsWith('main Session'))) {
        expect({ key, tools: named.filter((name) => workerOnly.includes(name)) }).toEqual({ key, tools: [] });
      }
    }
  });

  it('names the tools that no Executor has only to say that they are missing', () => {
    const sentences = textOf('runtime/worker').split(/(?<=\.) /);
    const naming = sentences.filter((sentence) => /`(ask_user_question|present|plugin_manager)`/.test(sentence));
    expect(naming).toHaveLength(1);
    expect(naming[0]).toMatch(/has no tool that asks .* are not there\.$/);
  });

  it('states each rule once: no sentence stands in two entries of one prompt', () => {
    const seen = new Map<string, string[]>();
    for (const [key, text] of texts) {
      for (const sentence of text.split(/\n+|(?<=[.:;]) /).filter((line) => line.split(' ').length > 4)) {
        seen.set(sentence, [...(seen.get(sentence) ?? []), key]);
      }
    }
    const twice = [...seen].filter(
      ([, keys]) => keys.length > 1 && keys.join() !== 'runtime/policy,runtime/policy/none',
    );
    expect(twice).toEqual([]);
  });
});
