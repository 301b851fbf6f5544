import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import {
  canonical,
  defaultText,
  digest,
  entryKeys,
  isSkill,
  kindOf,
  placeholdersOf,
  placeOf,
  Refusal,
  summaryOf,
  type CatalogueState,
  type Entries,
  type PartListed,
  type PartView,
  type ReleaseState,
  type TextEntry,
} from '@palimpsest/domain';
import { Comparer } from '../comparing/comparer.ts';
import { Latest, type Present } from '../present/latest.ts';

/** All parts, sections and built-in skills, with overrides of parts that are no more (D5), without texts. */
export class ListParts extends Query<PartListed[]> {}

/** One of them with its texts: default then, default now, team, their differences and merge (D2). */
export class GetPart extends Query<PartView> {
  constructor(readonly key: string) {
    super();
  }
}

@QueryHandler(ListParts)
export class ListPartsHandler implements IQueryHandler<ListParts> {
  constructor(@Inject(Latest) private readonly latest: Latest) {}

  async execute(): Promise<PartListed[]> {
    const present = await this.latest.now();
    const removed = [...present.version.entries.keys()].filter(
      (key) => placeOf(key).map !== 'skills' && kindOf(present.release, key) === undefined,
    );
    return [...entryKeys(present.release), ...removed.sort()].map((key) => {
      const { from, ...facts } = factsOf(present, key);
      const team = facts.team === null ? null : { base: facts.team.base };
      const now = facts.default === null ? null : { digest: facts.default.digest };
      const changed = from === null ? null : { from: { digest: from.digest }, identical: isIdentical(facts) };
      return { ...facts, default: now, team, changed };
    });
  }
}

@QueryHandler(GetPart)
export class GetPartHandler implements IQueryHandler<GetPart> {
  constructor(
    @Inject(Latest) private readonly latest: Latest,
    @Inject(Comparer) private readonly comparer: Comparer,
  ) {}

  async execute({ key }: GetPart): Promise<PartView> {
    const present = await this.latest.now();
    const isEntry = placeOf(key).map !== 'skills' && present.version.entries.has(key);
    if (!isEntry && !entryKeys(present.release).includes(key))
      throw new Refusal('unknown_part', 'no part or section has this key; GET /v1/parts lists them');
    const { from, ...facts } = factsOf(present, key);
    if (from === null || facts.default === null || facts.team === null) return { ...facts, changed: null };
    const [then, now, team] = [from.text, facts.default.text, facts.team.text];
    const [default_diff, team_diff, merge] = await Promise.all([
      this.comparer.diff(then, now),
      this.comparer.diff(team, now),
      this.comparer.merge(then, team, now),
    ]);
    const identical = isIdentical(facts);
    const changed = { from, default_diff, team_diff, merged: merge.text, conflicts: [...merge.hunks], identical };
    return { ...facts, changed };
  }
}

type Facts = Omit<PartView, 'changed'>;
const isIdentical = ({ team, default: now }: Facts) => team !== null && canonical(team.text) === now?.text;

/** What is known of a part without comparing texts; `from` is the default that its override was based on, if it changed since. */
function factsOf({ version, release, catalogue }: Present, key: string): Facts & { from: Text | null } {
  const team = textEntry(version.entries, key);
  const now = textOf(catalogue, release, key);
  const under = now === null ? lastWith(catalogue, key) : release;
  const from = team === null || now === null || team.base === now.digest ? null : thenText(catalogue, team.base);
  return {
    key,
    kind:
      (under === undefined ? undefined : kindOf(under, key)) ?? (placeOf(key).map === 'sections' ? 'section' : 'part'),
    summary: (under === undefined ? undefined : summaryOf(under, key)) ?? '',
    placeholders: under === undefined ? [] : [...placeholdersOf(under, key)],
    state: now === null ? 'removed' : from !== null ? 'default_changed' : team !== null ? 'overridden' : 'default',
    default: now,
    team,
    from,
  };
}

interface Text {
  readonly text: string;
  readonly digest: string;
}

function textEntry(entries: Entries, key: string): TextEntry | null {
  const entry = entries.get(key);
  return entry === undefined || isSkill(entry) ? null : { text: entry.text, base: entry.base };
}

function textOf(catalogue: CatalogueState, release: ReleaseState, key: string): Text | null {
  const text = defaultText(catalogue, release, key);
  return text === undefined ? null : { text, digest: release.digests.get(key) ?? digest(text) };
}

const thenText = ({ texts }: CatalogueState, base: string): Text => ({ text: texts.get(base) ?? '', digest: base });

/** The last release that had this key: it tells a removed part's summary. */
const lastWith = ({ releases }: CatalogueState, key: string) => releases.findLast(({ digests }) => digests.has(key));
