import { CatalogueError, type CatalogueSource } from '@palimpsest/application';
import { canonical, checkCatalogue, entryKey, TICKET_NOTE, type Catalogue, type Manifest } from '@palimpsest/domain';
import { FileFault, readInside } from './folder.ts';
import { MANIFEST_FILE, readManifest } from './manifest-file.ts';
import { parseSkillFile, type SkillFile } from './skill-file.ts';

/**
 * The catalogue in a folder that holds `prompts/` and `skills/` (C1). `load` reads it afresh and rejects with one
 * `CatalogueError` that tells every fault found: of the manifest, else of the files, else of the whole (C3).
 */
export function catalogueFiles(folder: string): CatalogueSource {
  return {
    async load() {
      try {
        const catalogue = await readCatalogue(folder);
        const faults = checkCatalogue(catalogue);
        if (faults.length > 0) throw new Faults(faults.map((fault) => `${MANIFEST_FILE}: ${fault}`));
        return catalogue;
      } catch (error) {
        const faults = error instanceof Faults ? error.sentences : error instanceof FileFault ? [error.message] : null;
        throw faults === null ? error : refusal(folder, faults);
      }
    },
  };
}

class Faults extends Error {
  constructor(readonly sentences: readonly string[]) {
    super(sentences.join('\n'));
  }
}

function refusal(folder: string, faults: readonly string[]): CatalogueError {
  const start = `the built-in folder ${folder} cannot be used: `;
  const [first, ...more] = faults;
  if (more.length === 0) return new CatalogueError(start + (first ?? ''));
  return new CatalogueError(
    `${start}${String(faults.length)} faults\n${faults.map((fault) => `- ${fault}`).join('\n')}`,
  );
}

async function readCatalogue(folder: string): Promise<Catalogue> {
  const manifest = await readManifest(folder);
  const read = await Promise.allSettled(
    filesOf(manifest).map(async ({ key, file, skill }) => contents(key, file, skill, await readInside(folder, file))),
  );
  const faults = read.flatMap((each) => (each.status === 'rejected' ? [each.reason as Error] : []));
  const unexpected = faults.find((fault) => !(fault instanceof FileFault));
  if (unexpected !== undefined) throw unexpected;
  if (faults.length > 0) throw new Faults(faults.map((fault) => fault.message));
  const found = read.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const descriptions = new Map(found.flatMap(({ key, skill }) => (skill === null ? [] : [[key, skill.description]])));
  return {
    manifest: {
      ...manifest,
      skills: manifest.skills.map((skill) => ({ ...skill, description: descriptions.get(skill.part) ?? '' })),
    },
    texts: new Map(found.map(({ key, text }) => [key, text])),
  };
}

interface ManifestFile {
  readonly key: string;
  readonly file: string;
  /** The name that the file's front matter must give, for a built-in skill. */
  readonly skill: string | null;
}

function filesOf({ parts, sections, skills, notes }: Manifest): ManifestFile[] {
  return [
    ...parts.map(({ key, file }) => ({ key, file, skill: skills.find(({ part }) => part === key)?.name ?? null })),
    ...sections.map(({ name, file }) => ({ key: entryKey.section(name), file, skill: null })),
    { key: TICKET_NOTE, file: notes.inferred_ticket, skill: null },
  ];
}

interface Contents {
  readonly key: string;
  readonly text: string;
  readonly skill: SkillFile | null;
}

function contents(key: string, file: string, name: string | null, raw: string): Contents {
  if (name === null) return { key, text: canonical(raw), skill: null };
  const skill = parseSkillFile(file, raw);
  if (skill.name === name) return { key, text: skill.body, skill };
  throw new FileFault(`${file} names its skill "${skill.name}", the manifest "${name}"; make them equal`);
}
