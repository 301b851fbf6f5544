export { readSettings, SettingsError, type Settings } from './settings.ts';
export { serve } from './serve.ts';
export { startServer, type RunningServer } from './start.ts';
export { startFailure } from './start-failure.ts';
export { openStore, openViews } from './store.ts';
export { policyFile } from './policy-file.ts';
export { createLogger } from './logger.ts';
export { builtins, checkStoredLog, copyViews, openExistingStore, type ViewsCopy } from './offline.ts';
