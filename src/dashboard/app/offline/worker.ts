import { type Build, keepShell, type WorkerScope } from './offlineShell.ts'

/** Put in place by the build; see `cli/build/offlineWorker.ts`. */
declare const build: Build
declare const self: WorkerScope

// The service worker, served as `sw.js` beside the page.
keepShell(self, build)
