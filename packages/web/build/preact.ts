import type { Plugin } from 'vite'

/** What the login page is compiled with in React's place; its prerendering too, so that the two agree. */
export const preactForReact: Readonly<Record<string, string>> = {
  react: 'preact/compat',
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react-dom/client': 'preact/compat/client',
  'react-dom/server': 'preact/compat/server',
}

/** Compiles the page of one of vite's environments with Preact. */
export function preactIn(environment: string): Plugin {
  return {
    name: 'portico:preact',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === environment,
    resolveId(source, importer) {
      const target = preactForReact[source]
      return target === undefined ? undefined : this.resolve(target, importer, { skipSelf: true })
    },
  }
}
