// A process in the middle of a rebuild: fills new rows with the events that it is sent, says so, and waits to be killed.
import { openSqliteViews } from '@palimpsest/views-sqlite';

const views = openSqliteViews({ file: process.argv[2], team: 'a' });
const rebuild = views.beginRebuild('uses');
process.on('message', (events) => {
  rebuild.apply({ after: null, events, position: events.at(-1).position });
  process.send('half-way');
});
process.on('disconnect', () => process.exit());
