import type { Rolldown } from 'vite'

type Context = { getModuleInfo(id: string): Rolldown.ModuleInfo | null }

/**
 * One stylesheet for all screens that are loaded on demand. One file per screen would give a dozen files of a few hundred
 * bytes each, nearly twice the size when compressed.
 */
export function screenStyles(id: string, context: Context): string | null {
  return id.split('?')[0]?.endsWith('.css') && !isLoadedFirst(id, context) ? 'screens' : null
}

/** Whether a page loads the module at once: an entry imports it statically, directly or through other modules. */
function isLoadedFirst(id: string, context: Context, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  const info = context.getModuleInfo(id)
  return info === null || info.isEntry || info.importers.some((importer) => isLoadedFirst(importer, context, seen))
}
