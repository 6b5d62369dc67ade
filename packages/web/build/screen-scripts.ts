import type { Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle

/** Pages of administration by file name, and the module that draws their screen (`app/portal/app.tsx` loads it on demand). */
const screenOf: Readonly<Record<string, string>> = {
  'environment-settings': '/environments/screens/environment-settings.tsx',
  'service-account': '/service-accounts/screens/service-account-form.tsx',
  'service-account-create': '/service-accounts/screens/service-account-form.tsx',
  'identity-providers': '/portal/administration-lists.ts',
  'sign-ins': '/portal/administration-lists.ts',
  'tenant-lists': '/portal/administration-lists.ts',
  'tenant-details': '/portal/administration-details.ts',
}

export const screenPages: readonly string[] = Object.keys(screenOf)

/**
 * The files that draw a page's screen: preloads of its scripts, and the styles of administration, in which its outline is
 * drawn. Without them the browser asks for these only when the first script runs, a round trip later.
 */
export function preloadsOf(page: string, html: string, bundle: Bundle): string {
  const screen = screenOf[page] ?? ''
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
  const root = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(screen)))
  if (root === undefined) throw new Error(`No file of the build has ${screen}.`)
  const files = withImports(root.fileName, bundle).filter((name) => !html.includes(`/${name}"`))
  const styles = Object.keys(bundle).filter((name) => /^assets\/screens-[^/]*\.css$/.test(name))
  return [
    ...styles.map((name) => `  <link rel="stylesheet" crossorigin href="/${name}">\n`),
    ...files.map((name) => `  <link rel="modulepreload" fetchpriority="low" crossorigin href="/${name}" />\n`),
  ].join('')
}

function withImports(name: string, bundle: Bundle, found = new Set<string>()): string[] {
  const chunk = bundle[name]
  if (chunk?.type !== 'chunk' || found.has(name)) return []
  found.add(name)
  for (const one of chunk.imports) withImports(one, bundle, found)
  return [...found]
}
