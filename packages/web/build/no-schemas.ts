import * as valibot from 'valibot'
import type { Plugin } from 'vite'

const id = '\0portico:no-schemas'
const refusal = 'This page is built without schemas.'
/** valibot's functions that check a value or read a schema; all others make one. */
const users = /^(?:assert|flatten|get|is[A-Z]?|parse|parser|safe|summarize|unwrap|_)/

/**
 * Leaves valibot out of the page of one environment. The login page checks nothing by schema: core's client asks of a
 * contract only whether it describes a reply, and the server checks what arrives. The build fails where that is not so.
 */
export function noSchemasIn(environment: string): Plugin {
  return {
    name: 'portico:no-schemas',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === environment,
    resolveId: (source) => (source === 'valibot' ? id : undefined),
    load: (wanted) => (wanted === id ? source() : undefined),
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && chunk.code.includes(refusal))
          this.error(`${chunk.fileName} uses a schema of valibot, which vite.config.ts leaves out of this page.`)
    },
  }
}

function source(): string {
  const exported = Object.keys(valibot).map((name) => `${users.test(name) ? 'use' : 'make'} as ${name}`)
  return `
    const make = /* @__NO_SIDE_EFFECTS__ */ () => ({})
    const use = /* @__NO_SIDE_EFFECTS__ */ () => { throw new Error(${JSON.stringify(refusal)}) }
    export { ${exported.join(', ')} }`
}
