import type { Command } from 'commander';
import { jsonOption } from '../terminal/arguments.ts';
import { print, printJson } from '../terminal/output.ts';
import { Progress } from '../terminal/progress.ts';
import { number } from '../text/version-text.ts';
import { WrongUse } from '../terminal/wrong-use.ts';

export function addRebuild(program: Command): void {
  program
    .command('rebuild')
    .description('make the read models anew from the log, while the old rows go on serving')
    .argument('[view]', 'versions, uses or policies; all if not given')
    .addOption(jsonOption())
    .action(rebuild);
}

async function rebuild(view: string | undefined, { json }: { json?: true }): Promise<void> {
  const { openExistingStore, openViews, readSettings } = await import('@palimpsest/server');
  const { closeAll, Projector, viewNames } = await import('@palimpsest/application');
  const names = view === undefined ? viewNames : viewNames.filter((name) => name === view);
  if (names.length === 0)
    throw new WrongUse(`there is no read model ${String(view)}; they are ${viewNames.join(', ')}`);
  const settings = readSettings(process.env);
  const log = await openExistingStore(settings);
  const progress = new Progress();
  try {
    const views = openViews(settings, () => undefined);
    const projector = new Projector({ log, views, team: settings.team });
    try {
      const items = [];
      for (const name of names) {
        const { events, position } = await projector.rebuild(name, (at) => {
          progress.show(`${name}: ${number(at.events)} events, position ${at.position ?? '0'} of ${at.end ?? '0'} …`);
        });
        progress.clear();
        items.push({ name, events, position });
        if (!json) print(`${name}: made anew from ${number(events)} events, up to position ${position ?? '0'}`);
      }
      if (json) printJson({ items, next_cursor: null });
    } finally {
      await closeAll([
        () => projector.stop(),
        () => {
          views.close();
        },
      ]);
    }
  } finally {
    progress.clear();
    await log.close();
  }
}
