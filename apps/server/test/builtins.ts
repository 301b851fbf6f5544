import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Manifest {
  version: string;
  parts: { key: string; file: string; placeholders: string[] }[];
  order: { orchestrator: string[]; worker: string[] };
  reserved_skill_names: string[];
}

/** A copy of the product's built-in text that a test changes, as an upgrade would. */
export class Builtins {
  readonly folder = mkdtempSync(join(tmpdir(), 'palimpsest-builtins-'));

  constructor() {
    const own = fileURLToPath(new URL('../../../', import.meta.url));
    for (const name of ['prompts', 'skills']) cpSync(own + name, join(this.folder, name), { recursive: true });
  }

  /** Changes the manifest; gives the new version. */
  manifest(change: (manifest: Manifest) => void): void {
    const file = join(this.folder, 'prompts/catalogue.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
    change(manifest);
    writeFileSync(file, JSON.stringify(manifest));
  }

  version(version: string): void {
    this.manifest((manifest) => (manifest.version = version));
  }

  /** Changes the text of a part, by its key. */
  text(key: string, change: (text: string) => string): void {
    this.manifest(({ parts }) => {
      const part = parts.find((each) => each.key === key);
      if (part === undefined) throw new Error(`no part ${key}`);
      const file = join(this.folder, part.file);
      writeFileSync(file, change(readFileSync(file, 'utf8')));
    });
  }

  removePart(key: string): void {
    this.manifest((manifest) => {
      manifest.parts = manifest.parts.filter((part) => part.key !== key);
      manifest.order.orchestrator = manifest.order.orchestrator.filter((each) => each !== key);
      manifest.order.worker = manifest.order.worker.filter((each) => each !== key);
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
