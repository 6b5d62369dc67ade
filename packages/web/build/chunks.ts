import type { Rolldown } from 'vite'

type Context = { getModuleInfo(id: string): Rolldown.ModuleInfo | null }
type Module = Rolldown.ModuleInfo

/** Loaded when the page is idle, in one chunk: each answer costs a kilobyte of headers, more than some of these modules. */
const idleRoots = ['/palette/shortcuts.tsx', '/sessions/session-dialog.tsx']

/**
 * Which modules share a file. Left to itself, the bundler makes a file for each set of screens that share a module, and a
 * dozen files of a few hundred bytes come with every page. Screens that are loaded on demand keep separate files.
 */
export const chunkGroups = [
  // Forms check schemas, the first paint does not (lean-contracts.ts).
  { name: 'schemas', test: /\/node_modules\/valibot\//, priority: 5 },
  { name: screenStyles, debugName: 'screens', priority: 4 },
  { name: loadedFirst, debugName: 'first', priority: 3 },
  { name: loadedWhenIdle, debugName: 'idle', priority: 2 },
  {
    name: 'shared',
    test: (id: string) => isScript(id) && !isTenantWords(id) && !isEditing(id),
    minShareCount: 3,
    priority: 1,
  },
  { name: listing, debugName: 'listing', priority: 2 },
  { name: 'tenant-words', test: isTenantWords, priority: 0 },
  { name: 'editing', test: isEditing, priority: 0 },
]

/** One stylesheet for all screens that are loaded on demand; a dozen small ones would be nearly twice the size when compressed. */
function screenStyles(id: string, context: Context): string | null {
  const isElsewhere = isLoadedFirst(id, context) || isLoadedWhenIdle(id, context) || isOfLauncher(id, context)
  return isStyle(id) && !isElsewhere ? 'screens' : null
}

/** What the launcher loads on demand: its few styles are with those of every page too, because a file of them costs more than they do. */
function isOfLauncher(id: string, context: Context): boolean {
  return isReached(id, context, ({ id: root }) => root.endsWith('/launcher/on-demand.ts'))
}

function loadedFirst(id: string, context: Context): string | null {
  if (isStyle(id)) return isOfLauncher(id, context) || isLoadedWhenIdle(id, context) ? 'first' : null
  return isScript(id) && (isOfEveryScreen(id) || isLoadedFirst(id, context)) ? 'first' : null
}

/** Every screen that is loaded on demand has its sentences by it, and so has the launcher's notice, which loads no screen. */
const isOfEveryScreen = (id: string) => id.endsWith('/navigation/learned-words.tsx')

/** Without its few styles: they are with those of every page. */
function loadedWhenIdle(id: string, context: Context): string | null {
  return isScript(id) && isLoadedWhenIdle(id, context) ? 'idle' : null
}

/**
 * What the lists of administration are made of: a dozen modules of a few hundred bytes, most of them of core. The noun that
 * has the most of them is named; others are left to the bundler until they are as many.
 */
const listingParts = [
  /\/core\/src\/[\w-]+\/(?:lists\/|text\/rules\.|react\/use-list\.|keys\/private-key\.)/,
  /\/core\/src\/[\w-]+\/(?:service-accounts|app-roles|applications)\/(?:contract|query|list|noun|store|rules|fields)\./,
  /\/core\/src\/[\w-]+\/(?:groups\/(?:contract|list|noun)|sign-in\/(?:records-contract|list|noun)|tenant-roles\/(?:contract|rules|list|noun|fields))\./,
  /\/core\/src\/[\w-]+\/(?:expiry|applications\/access-text-contract|username-formats\/contract|recovery-codes\/contract)\./,
  /\/web\/src\/kit\/ui\/(?:search-field|drawings|download|pager)\./,
]

function listing(id: string): string | null {
  return listingParts.some((part) => part.test(id)) ? 'listing' : null
}

function isLoadedWhenIdle(id: string, context: Context): boolean {
  const isIdleRoot = ({ id: root }: Module) => idleRoots.some((name) => root.endsWith(name))
  return isReached(id, context, isIdleRoot)
}

function isLoadedFirst(id: string, context: Context): boolean {
  return isReached(id, context, ({ isEntry }) => isEntry)
}

/** Whether a module of this kind imports the module statically, directly or through other modules, or is it. */
function isReached(
  id: string,
  context: Context,
  isRoot: (module: Module) => boolean,
  seen = new Set<string>(),
): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  const info = context.getModuleInfo(id)
  return (
    info !== null && (isRoot(info) || info.importers.some((importer) => isReached(importer, context, isRoot, seen)))
  )
}

/** Pages of an environment do without these sentences, so that they must not be in a file that all screens share. */
function isTenantWords(id: string): boolean {
  return /\/words\/compiled\/english\/tenant\.ts$|\/navigation\/tenant-words\./.test(id)
}

/** Lists do without what is around an editor, so that it must not be in a file that all screens share, and all but support without the reason of a lock. */
function isEditing(id: string): boolean {
  return id.includes('/web/src/kit/editing/') && !id.endsWith('/lock-reason.tsx')
}

/** core is left to the bundler: its one entrance imports every module, and which of them a screen uses only the bundler knows. */
function isScript(id: string): boolean {
  return !isStyle(id) && !id.includes('/packages/core/')
}

function isStyle(id: string): boolean {
  return id.split('?')[0]?.endsWith('.css') === true
}
