import { canonical, faultsOf, manifestSchema, type Manifest } from '@palimpsest/domain';
import { parseDocument } from 'yaml';
import { FileFault, readInside } from './folder.ts';

export const MANIFEST_FILE = 'prompts/catalogue.json';

/** Reads the manifest and checks its shape. Rejects with a `FileFault` that holds every fault by its place (C1, C3). */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = canonical(await readInside(folder, MANIFEST_FILE, 'name a folder that holds it'));
  const raw = parseJson(text);
  const repeated = repeatedKey(text);
  if (repeated !== null) throw new FileFault(`${MANIFEST_FILE} has a key twice in one object, ${repeated}; remove one`);
  const result = manifestSchema.safeParse(raw);
  if (result.success) return result.data;
  const faults = faultsOf(result.error.issues).map(
    ({ path, message }) => `${path === '' ? 'the whole' : path}: ${message}`,
  );
  throw new FileFault(`${MANIFEST_FILE} has not the right shape; correct ${faults.join('; ')}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new FileFault(
      `${MANIFEST_FILE} is not valid JSON; correct it: ${error instanceof Error ? error.message : ''}`,
    );
  }
}

/** JSON.parse takes the last of two equal keys in silence; JSON is YAML, and a YAML parser finds them. */
function repeatedKey(text: string): string | null {
  const fault = parseDocument(text, { prettyErrors: false, logLevel: 'silent' }).errors.find(
    ({ code }) => code === 'DUPLICATE_KEY',
  );
  if (fault === undefined) return null;
  const line = text.slice(0, fault.pos[0]).split('\n').length;
  return `in line ${String(line)}`;
}
